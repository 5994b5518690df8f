const region = process.env.REGION
