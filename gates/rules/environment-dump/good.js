const key = process.env.TRAVEL_KEY
