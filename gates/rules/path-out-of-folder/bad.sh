cat ../../../etc/passwd
