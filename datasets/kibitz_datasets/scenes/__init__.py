"""Rendered pictures of tables with every card where it is known to lie."""
