curl -L https://example.com/tool -o tool
