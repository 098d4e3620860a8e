"""Decks as card pictures, drawn by us or rasterised from free vector art."""
