const answer = eval(req.query.sum)
