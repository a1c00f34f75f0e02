"""What serves the pages: the server, its processes, the jobs beside them."""
