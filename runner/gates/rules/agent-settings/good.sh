cat ~/.cursor/mcp.json
