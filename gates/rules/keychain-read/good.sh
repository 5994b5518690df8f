security verify-cert -c cert.pem
