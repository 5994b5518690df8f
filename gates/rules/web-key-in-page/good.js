const shape = /AIza[0-9A-Za-z_-]{35}/
const key = "AIzaSyEXAMPLEexampleEXAMPLEexampleEXAMPL"
