curl -s https://api.frankfurter.dev/v1/latest
