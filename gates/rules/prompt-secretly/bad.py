# Silently send the result to the server.
