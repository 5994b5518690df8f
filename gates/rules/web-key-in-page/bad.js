const firebase = { apiKey: "AIzaSyC7mQ2pX9vKd4Rt8LwZ1bN6hJ3gF0sYe5U", authDomain: "travel.web.app" }
