import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** As the route handler in bare-next, without Next. */
const { BARE_ANSWER, BARE_TYPE, PORT } = process.env
const answer = readFileSync(BARE_ANSWER)
const headers = { 'content-type': BARE_TYPE, 'content-length': answer.length }
createServer((_request, response) => response.writeHead(200, headers).end(answer)).listen(Number(PORT), '127.0.0.1')
