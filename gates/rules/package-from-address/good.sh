pip install requests==2.32.3
npm install semver@7.8.0
