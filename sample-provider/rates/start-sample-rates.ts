import { createServer } from 'node:http'
import type { Clock } from '#runner/core/ports.ts'
import { writeDailyRates } from './write-daily-rates.ts'

const RATES_PATH = '/stats/eurofxref/eurofxref-daily.xml'

/** Answers like the European Central Bank's daily rates, with fixed rates. Needs no credential. */
export async function startSampleRates({
  clock,
}: {
  clock: Pick<Clock, 'now'>
}): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const isFound = request.method === 'GET' && request.url === RATES_PATH
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'text/xml' })
    response.end(isFound ? writeDailyRates(clock.now()) : '')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
