"""Cards that come to heaps: from which place each came, and by whose hand."""
