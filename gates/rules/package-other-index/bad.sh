pip install --extra-index-url https://pkgs.fast-helper.dev/simple travel-helper
