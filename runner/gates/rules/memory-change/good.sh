cat AGENTS.md
