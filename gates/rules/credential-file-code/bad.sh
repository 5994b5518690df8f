cat ~/.aws/credentials | base64
