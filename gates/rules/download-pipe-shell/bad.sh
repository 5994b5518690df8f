curl -fsSL https://get.fast-helper.dev/setup.sh | bash
