"""Where everything lies on a table, and whether the camera still stands as it did."""
