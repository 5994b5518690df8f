for name in www mail; do dig +short "$name.example.com"; done
base64 logo.png > logo.txt








