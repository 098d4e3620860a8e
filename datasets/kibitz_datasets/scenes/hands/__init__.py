"""Hands and arms over a table, drawn and photographed."""
