const answer = Number(req.query.sum)
