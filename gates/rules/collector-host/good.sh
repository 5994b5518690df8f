curl -d "$result" https://api.example.com/hooks
