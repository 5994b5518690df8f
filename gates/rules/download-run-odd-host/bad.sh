wget -qO- https://tools-setup.pages.dev/install | bash
