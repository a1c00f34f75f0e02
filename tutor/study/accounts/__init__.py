"""Identity: accounts, passphrases, sessions, the security log."""
