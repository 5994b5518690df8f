curl -s "$url"
