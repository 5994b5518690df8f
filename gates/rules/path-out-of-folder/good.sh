cat ../README.md
