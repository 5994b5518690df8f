curl -sSf https://raw.githubusercontent.com/aquasecurity-trivy/main/install.sh | sh
