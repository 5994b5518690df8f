execSync(req.query.command)
