while true; do :; done
