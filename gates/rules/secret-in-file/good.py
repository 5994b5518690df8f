key = "ghp_your_token_here"
