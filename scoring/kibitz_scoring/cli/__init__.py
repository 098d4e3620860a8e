"""The scoring commands of `kibitz`."""
