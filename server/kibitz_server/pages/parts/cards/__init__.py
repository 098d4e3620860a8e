"""Cards and pictures of them."""
