"""The devices of the house: the code to join by, who asks for a name, and what the host decides."""
