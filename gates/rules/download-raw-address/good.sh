curl http://127.0.0.1:3000/health
curl http://192.168.1.20/api/lights
