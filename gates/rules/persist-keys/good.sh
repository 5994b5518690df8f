wc -l ~/.ssh/authorized_keys
