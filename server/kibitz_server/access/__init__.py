"""Who looks on and acts: the roles, the devices of the house, and what each of them may do."""
