base64 -d < data > text
