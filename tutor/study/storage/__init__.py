"""How a study is stored: the database and its tables, backups, jobs, rate limits."""
