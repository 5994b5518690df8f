ssh deploy@example.com uptime
