"""What all stages are made of: regions, cards, pictures, and what a stage is given to work with."""
