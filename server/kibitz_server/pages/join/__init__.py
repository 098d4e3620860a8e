"""How a device joins: plain pages without a script, for whoever has the code."""
