nc -z localhost 5432
timeout 1 bash -c "</dev/tcp/localhost/5432"
