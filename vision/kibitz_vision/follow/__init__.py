"""Card play without rules: what is lifted, laid down and turned over."""
