rm -rf dist node_modules/.cache
find . -name '*.pyc' -delete
