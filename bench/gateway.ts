import { Agent, type RequestOptions, request } from 'node:https'
import { startProcess } from './gateway/start-process.ts'
import { Gateway, Upstream } from './gateway/upstream-line.ts'
import { linesOf, type Measurement, timesOf, valuesOf } from './measure.ts'
import { medians } from './statistics.ts'

const rounds = 5
const n = 1000
/** The last row is the gateway's overhead: the difference of the medians. */
const [direct, through, added] = ['no gateway', 'gateway', 'gateway - no gateway']

/**
 * Measures a request on a kept-alive connection: directly to a provider on the loopback interface, and through a
 * container's gateway with the app's policy engine. Provider, gateway and client are separate processes, and all use
 * TLS.
 */
export async function gateway(): Promise<Measurement[]> {
  await using opened = new AsyncDisposableStack()
  const upstream = opened.use(await startProcess('upstream.ts'))
  const { port, authority } = Upstream.parse(JSON.parse(upstream.line))
  const served = opened.use(await startProcess('serve.ts', upstream.line))
  const { path: socketPath, authority: instanceCa } = Gateway.parse(JSON.parse(served.line))

  const agents = [new Agent({ keepAlive: true, maxSockets: 1 }), new Agent({ keepAlive: true, maxSockets: 1 })]
  opened.defer(() => {
    for (const agent of agents) agent.destroy()
  })
  const ways: [string, RequestOptions][] = [
    [direct, { agent: agents[0], host: 'localhost', port, ca: authority }],
    [
      through,
      {
        agent: agents[1],
        socketPath,
        servername: 'api.example.com',
        ca: instanceCa,
        headers: { host: 'api.example.com' },
      },
    ],
  ]

  for (const [, options] of ways) await timesOf(n, 1, () => ask(options))
  const measured = new Map<string, { p50: number; p99: number; rate: number }[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, options] of ways) {
      const times = valuesOf(await timesOf(n, 1, () => ask(options)))
      measured.set(name, [...(measured.get(name) ?? []), times])
    }
  }
  const values = (name: string) => {
    const { p50 = Number.NaN, p99 = Number.NaN } = medians(measured.get(name) ?? [])
    return { p50, p99 }
  }
  const difference = { p50: values(through).p50 - values(direct).p50 }
  return [
    ...linesOf({ bench: 'gateway', subject: direct }, n * rounds, values(direct)),
    ...linesOf({ bench: 'gateway', subject: through }, n * rounds, values(through)),
    ...linesOf({ bench: 'gateway', subject: added }, n * rounds, difference),
  ]
}

function ask(options: RequestOptions): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const asked = request({ ...options, path: '/v1/offers?adults=1' })
  asked.on('error', reject)
  asked.on('response', (response) => {
    response.on('error', reject)
    response.on('end', () =>
      response.statusCode === 200 ? resolve() : reject(new Error(`HTTP ${response.statusCode}`)),
    )
    response.resume()
  })
  asked.end()
  return promise
}
