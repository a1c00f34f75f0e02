"""What notes say of the play, read by a machine, and whether it is so."""
