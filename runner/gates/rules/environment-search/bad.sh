env | grep -i token
