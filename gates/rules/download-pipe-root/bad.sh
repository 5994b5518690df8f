curl -fsSL https://get.some-helper.io/i.sh | sudo bash
