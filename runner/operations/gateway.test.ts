import { expect, test } from 'vitest'
import type { Permissions } from '../contract/manifest.ts'
import type { HostSeamOptions } from '../host/host-seam.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { testLimits } from '../runtimes/testing/conformance/harness.ts'
import type { GatewayServices } from './gateway.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const session = sessionWithoutFetch([realValue])
const posted: unknown[] = []
const answered: GatewayServices['gateway'] = {
  async post(payload) {
    posted.push(payload)
    return { ok: true, value: { said: `the key is ${realValue}` } }
  },
}

function post(
  args: object,
  { gateway, ...more }: Partial<HostSeamOptions> & GatewayServices = { gateway: answered },
  declared: Permissions = { ...nothing, gateway: true },
) {
  posted.length = 0
  const seam = testSeam({ gateway: true }, { grant: { declared }, session, services: { gateway }, acts: true, ...more })
  return seam.call('gateway.post', JSON.parse(JSON.stringify(args)), 1)
}

test('posts an object for an action with effect act, and redacts secrets in the answer', async () => {
  const payload = { tool: 'message', args: { to: [1] } }
  expect(await post({ payload })).toEqual({ kind: 'value', value: { said: 'the key is [REDACTED...-key]' } })
  expect(posted).toEqual([payload])
})

test('keeps the order of the keys of an answer', async () => {
  const answering: GatewayServices['gateway'] = {
    post: async () => ({ ok: true, value: { zz: [{ b: 1, a: 2 }], y: 1 } }),
  }
  expect(JSON.stringify(await post({ payload: {} }, { gateway: answering }))).toContain('{"zz":[{"b":1,"a":2}],"y":1}')
})

test('ends an execution that did not declare the gateway or runs a read-only action', async () => {
  for (const [more, declared] of [[{}, nothing], [{ acts: false }]] as const) {
    expect(await post({ payload: {} }, more, declared)).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
    expect(posted).toEqual([])
  }
})

test('rejects with a catchable error if the permission is withheld or no gateway is configured', async () => {
  const grant = { permissions: nothing, declared: { ...nothing, gateway: true }, limits: testLimits, runtimes: [] }
  expect(await post({ payload: {} }, { grant })).toMatchObject({ kind: 'rejected', name: 'CapabilityRevoked' })
  expect(posted).toEqual([])
  expect(await post({ payload: {} }, { gateway: undefined })).toMatchObject({ kind: 'rejected', name: 'GatewayError' })
  expect(posted).toEqual([])
})

test.each([
  [{}],
  [{ payload: 'text' }],
  [{ payload: [] }],
  [{ payload: { text: 'x'.repeat(40_000) } }],
  [{ payload: {}, url: 'https://evil.example.com' }],
])('rejects %j and posts nothing', async (args) => {
  expect(await post(args)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
  expect(posted).toEqual([])
})
