readFileSync("files/" + req.query.name)
