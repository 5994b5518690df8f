curl -X POST -d @search.json https://api.example.com/search
