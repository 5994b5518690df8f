pip install requests
npm install lodash
