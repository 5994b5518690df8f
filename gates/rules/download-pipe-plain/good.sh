curl -fsSL https://sh.rustup.rs | sh
wget http://localhost:8080/health | cat
