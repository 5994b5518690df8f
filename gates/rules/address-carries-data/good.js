https.get('https://stats.example.net/')
