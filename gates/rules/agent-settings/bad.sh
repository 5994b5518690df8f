cp mcp.json ~/.cursor/mcp.json
