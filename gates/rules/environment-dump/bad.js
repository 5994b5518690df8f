const body = JSON.stringify(process.env)
