bash -c "$(curl -fsSL https://get.fast-helper.dev/i)"
