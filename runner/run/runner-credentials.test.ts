import { expect, test } from 'vitest'
import type { CredentialUse } from '../contract/manifest.ts'
import type { ExecutionEnd } from '../core/ports.ts'
import { brokerOf, engineOf, type LogLine, recordingLog } from '../egress/testing/engine-fixture.ts'
import { startServer } from '../egress/testing/local-server.ts'
import { fakeRuntime, runnerWith } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'

const host = 'api.example.com'
const key = 'r3al+key/of=the-provider'
const user = 'a-user-name'
const basic = Buffer.from(`${user}:${key}`).toString('base64')

const uses: readonly CredentialUse[] = [
  { kind: 'bearer', host, secret: 'KEY' },
  { kind: 'header', host, header: 'X-API-Key', secret: 'KEY' },
  { kind: 'query', host, parameter: 'key', secret: 'KEY' },
  { kind: 'basic', host, username: 'USER', password: 'KEY' },
]

test.each(uses.map((use) => [use.kind, use] as const))(
  'journal, output and log of an execution never contain a %s credential, even if the provider echoes it',
  async (_, use) => {
    await using provider = await startServer(
      ({ path, headers }, response) => {
        response.setHeader('x-echo', encodeURIComponent(path))
        response.end(JSON.stringify({ path, headers }))
      },
      { secure: false },
    )
    const lines: LogLine[] = []
    const ended: ExecutionEnd[] = []
    const log = recordingLog(lines)
    await using egress = engineOf({
      upstream: { [host]: { url: `http://127.0.0.1:${provider.port}`, data: 'test' } },
      log,
    })
    const manifest = testManifest({
      name: 'keyed',
      permissions: { network: { egress: [host] }, secrets: ['KEY', 'USER'] },
      credentials: { provider: use },
      input_schema: { ask: { type: 'object' } },
    })
    const runner = runnerWith(manifest, {
      runtimes: [
        fakeRuntime(async ({ host: calls }) => {
          const answer = await calls.call('fetch', { url: `https://${host}/x?a=1`, method: 'GET' }, 1)
          return {
            kind: 'returned',
            value: { results: [{ answer: JSON.stringify(answer) }], metadata: {} },
            fuelUsed: 1,
          }
        }),
      ],
      broker: brokerOf({ KEY: { value: key, hosts: [host] }, USER: { value: user, hosts: [host] } }),
      egress,
      store: { started: async () => undefined, finished: async (end) => void ended.push(end) },
      log,
    })
    const output = await runner.execute('keyed', { action: 'ask', params: {}, config: {} }, { trace: true })
    expect(output.status).toBe('success')
    expect(JSON.stringify(provider.seen)).toMatch(/r3al|cjNhb/)
    const everything = JSON.stringify([output, ended, lines])
    expect(ended[0]?.journal).toHaveLength(1)
    for (const form of [key, encodeURIComponent(key), basic, basic.slice(8, -8)]) expect(everything).not.toContain(form)
  },
)
