chmod +x tool && ./tool
