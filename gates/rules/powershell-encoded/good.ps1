powershell -NoProfile -Command "Get-ChildItem -Path . -Recurse"
