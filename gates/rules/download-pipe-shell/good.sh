curl -LsSf https://astral.sh/uv/install.sh | sh
curl -s https://api.frankfurter.dev/v1/latest | jq .rates
