dig +short api.example.com
