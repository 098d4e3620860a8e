"""The local dashboard: command line, pages, API and journal."""
