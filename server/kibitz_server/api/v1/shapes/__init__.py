"""What the programming interface takes and gives, version 1, and how it is made from the views."""
