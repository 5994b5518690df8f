url = "https://discord.com/api/webhooks/123456789012345678/abcdef"
