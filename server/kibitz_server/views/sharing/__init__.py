"""What is taken out of an evening: links, files, pictures and sheets to print."""
