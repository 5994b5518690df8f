echo 'export PATH="$HOME/bin:$PATH"' >> ~/.zshrc
