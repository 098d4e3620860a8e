"""When something was slapped onto the table, by a microphone: times only, no sound is kept."""
