import { setTimeout as wait } from 'node:timers/promises'
import { openHttpServer } from '../../runner/testing/http-server.ts'

export const host = 'api.example.com'

/** Long enough that most faults find scripts with a request in flight. */
const usualMs = 250

/** A host of scripts that counts what it is asked, and can be slow. */
export async function openProvider() {
  const asked = new Map<string, number>()
  let answerMs = usualMs
  const server = await openHttpServer(async (request, response) => {
    const path = `${request.method} ${request.url}`
    asked.set(path, (asked.get(path) ?? 0) + 1)
    await wait(answerMs)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  return {
    ...server,
    asked,
    slowDown(ms: number) {
      answerMs = ms
    },
    recover() {
      answerMs = usualMs
    },
  }
}
export type Provider = Awaited<ReturnType<typeof openProvider>>
