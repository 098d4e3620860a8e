"""Card play without rules: what is lifted, laid down, turned over and pushed."""
