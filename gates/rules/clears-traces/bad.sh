unset HISTFILE; history -c
