"""What programs and the pages' pictures ask for over HTTP."""
