rm -rf ./build node_modules
rm -rf ~/.cache/helper
