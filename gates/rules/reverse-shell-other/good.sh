perl -e 'print "a\n"'
openssl s_client -connect example.com:443 </dev/null | openssl x509 -noout -dates
