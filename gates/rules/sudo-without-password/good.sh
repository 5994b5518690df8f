sudo -n true
