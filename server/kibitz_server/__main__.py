"""`python -m kibitz_server` is the `kibitz` command."""

from kibitz_server.cli import main

if __name__ == "__main__":
    main()
