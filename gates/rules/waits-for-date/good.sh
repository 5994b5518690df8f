echo "$(date +%Y%m%d)"
