"""The commands that follow, record, measure and judge anew."""
