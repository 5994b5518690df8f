docker run --rm agent claude -p "$task" --dangerously-skip-permissions
claude -p "$task" --permission-mode plan
