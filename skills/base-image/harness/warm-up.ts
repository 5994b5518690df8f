import { once } from 'node:events'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CallHost, createCallHost } from './call-host.ts'
import { runBundle } from './run-bundle.ts'

/** Between the two ends of one connection in this process: a key that protects nothing, so that no certificate is needed. */
const psk = Buffer.alloc(16, 1)
const settings = { ciphers: 'PSK-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' } as const

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
 * A skill that makes host calls, all of it within this process. What Node loads and compiles for the first one takes longer
 * than the call itself: a container that waits has the time. Nothing leaves it, as nothing may. Answers how that skill ended.
 */
export async function warmUp(): Promise<string> {
  const server = createServer({ ...settings, pskCallback: () => psk }, (request, response) => {
    request.resume().once('end', () => response.end(answer))
  })
  const socketPath = join(tmpdir(), `travel-harness-${process.pid}.sock`)
  server.listen(socketPath)
  await once(server, 'listening')
  const callHost = createCallHost(() => ({
    host: 'localhost',
    socketPath,
    tls: {
      ...settings,
      pskCallback: () => ({ psk, identity: 'harness' }),
      checkServerIdentity: () => undefined,
    },
  }))
  const outcome = await runOnce(callHost)
  server.closeAllConnections()
  server.close()
  return outcome
}

function runOnce(callHost: CallHost): Promise<string> {
  return new Promise((ended, failed) => {
    runBundle({ code, callHost, readInput: () => input, ended, failed, whenIdle: () => {} })
  })
}
