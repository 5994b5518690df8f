curl -X POST -d "$body" "$url"
