import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCallHost } from './call-host.ts'

/** Between the two ends of one connection in this process: a key that protects nothing, so that no certificate is needed. */
const psk = Buffer.alloc(16, 1)
const settings = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const

/**
 * A host call within this process. Node loads and compiles what it needs at its first, which takes longer than the call:
 * a container that waits has the time. Nothing leaves it, as nothing may.
 */
export async function warmUp(): Promise<void> {
  const server = createServer({ ...settings, pskCallback: () => psk }, (request, response) => {
    request.resume().once('end', () => response.end('{"kind":"value","value":null}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const callHost = createCallHost(() => ({
    host: 'localhost',
    port: portOf(server.address()),
    tls: {
      ...settings,
      pskCallback: () => ({ psk, identity: 'harness' }),
      checkServerIdentity: () => undefined,
    },
  }))
  await callHost('console.log', '{"level":"info","text":""}')
  server.closeAllConnections()
  server.close()
}

function portOf(address: AddressInfo | string | null): number {
  if (typeof address !== 'object' || address === null) throw new TypeError('It listens at no port')
  return address.port
}
