curl -LsSf https://astral.sh/uv/install.sh | sh
curl -s https://shop.site/api | jq .name
curl -s http://localhost:8080/setup | sh
