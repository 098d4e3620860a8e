"""Frames: cameras, streams, video files and pictures, and how they are doing."""
