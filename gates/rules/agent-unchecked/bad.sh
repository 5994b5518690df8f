claude -p "$task" --dangerously-skip-permissions > out.txt
