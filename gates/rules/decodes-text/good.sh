base64 < data > text
