import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallHost, createCallHost, type HostPlace, placeAtSocket, type Way } from './call-host.ts'
import { runBundle } from './run-bundle.ts'

const answer = JSON.stringify({
  kind: 'value',
  value: { status: 200, url: 'https://localhost/', headers: [['content-type', 'application/json']] },
  body: Buffer.from('{"status":200}').toString('base64'),
})
const code = `globalThis.__skill = async () => {
  const ask = async () => (await fetch('https://localhost/')).json()
  for (let call = 0; call < 3; call += 1) await ask()
  return { results: [await ask()] }
}`
const input = JSON.stringify({
  ...{ action: 'wait', params: {}, config: {} },
  _travel: { seed: 'AAAAAAAAAAAAAAAAAAAAAA==', now_ms: 0, secrets: {} },
})

/**
 * Runs a skill that makes host calls within this process, over the transport of the later execution. Node's loading and
 * compiling for a first call takes longer than the call itself, and a waiting container has the time. Nothing leaves
 * the container. Returns how that skill ended.
 */
export async function warmUp(way: Way): Promise<string> {
  const socketPath = join(tmpdir(), `travel-harness-${process.pid}.sock`)
  const { server, place } = await ends[way](socketPath, (request, response) => {
    request.resume().once('end', () => response.end(answer))
  })
  server.listen(socketPath)
  await once(server, 'listening')
  const outcome = await runOnce(createCallHost(async () => place))
  server.closeAllConnections()
  server.close()
  return outcome
}

/** A host, and the connection to it. */
type Ends = { readonly server: Server | TlsServer; readonly place: HostPlace }

const ends: Readonly<Record<Way, (socketPath: string, take: RequestListener) => Promise<Ends>>> = {
  async socket(socketPath, take) {
    return { server: createServer(take), place: placeAtSocket(socketPath) }
  },
  async network(socketPath, take) {
    const { Agent, createServer: createTlsServer, request } = await import('node:https')
    // Both ends of the connection are in this process: the key protects nothing, but avoids a certificate.
    const psk = Buffer.alloc(16, 1)
    const settings = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const
    const agent = new Agent({
      ...settings,
      pskCallback: () => ({ psk, identity: 'harness' }),
      checkServerIdentity: () => undefined,
    })
    return {
      server: createTlsServer({ ...settings, pskCallback: () => psk }, take),
      place: (options, answered) => request({ ...options, host: 'localhost', socketPath, agent }, answered),
    }
  },
}

function runOnce(callHost: CallHost): Promise<string> {
  return new Promise((ended, failed) => {
    runBundle({ code, callHost, readInput: () => input, ended, failed, whenIdle: () => {} })
  })
}
