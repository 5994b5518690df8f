import { setTimeout as wait } from 'node:timers/promises'
import { openHttpServer } from '../../runner/testing/http-server.ts'

export const host = 'api.example.com'

/** A host of scripts that counts what it is asked, and can be slow. */
export async function openProvider() {
  const asked = new Map<string, number>()
  let slowMs = 0
  const server = await openHttpServer(async (request, response) => {
    const path = `${request.method} ${request.url}`
    asked.set(path, (asked.get(path) ?? 0) + 1)
    await wait(slowMs)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  return {
    ...server,
    asked,
    slow(ms: number) {
      slowMs = ms
    },
  }
}
export type Provider = Awaited<ReturnType<typeof openProvider>>
