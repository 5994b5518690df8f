kubectl get secret db -o jsonpath={.data.ca} | base64 -d > ca.pem
echo hello | base64
