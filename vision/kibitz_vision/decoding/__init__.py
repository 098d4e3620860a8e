"""From what each place shows to table events with times and probabilities."""
