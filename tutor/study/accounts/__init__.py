"""Who somebody is: accounts, passphrases, sessions, the security log."""
