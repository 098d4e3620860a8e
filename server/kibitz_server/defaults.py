"""Where the page is, unless somebody says otherwise; imports nothing that may fail to load."""

DEFAULT_PORT = 8765
