import { createServer, type ServerResponse } from 'node:http'
import { generateAnswer } from './generate-answer.ts'

/**
 * A provider on the loopback interface, in a separate process. `/offers/N` answers with N fixed offers; with `?held`
 * it waits for a request to `/release`. Sends its address to the bench, and exits when the
 * bench closes the channel.
 */

const answers = new Map<number, Promise<string>>()
const held = new Set<() => void>()

async function answerOffers(response: ServerResponse, offers: number): Promise<void> {
  const made = answers.get(offers) ?? generateAnswer(offers)
  answers.set(offers, made)
  const body = await made
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://loopback')
  const offers = Number(/^\/offers\/(\d+)$/.exec(url.pathname)?.[1])
  const answer = () => {
    answerOffers(response, offers).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  }
  if (url.pathname === '/release') {
    for (const release of held) release()
    held.clear()
    response.end()
  } else if (!Number.isInteger(offers)) response.writeHead(404).end()
  else if (url.searchParams.has('held')) held.add(answer)
  else answer()
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.(`http://127.0.0.1:${address.port}`)
})
process.once('disconnect', () => process.exit(0))
