"""The file of the journal: written so that nothing is lost, examined, mended, backed up."""
