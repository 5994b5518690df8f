import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createEnvironmentBroker } from '#lib/platform/server/vault/environment-broker.ts'
import { changeCredential, operator } from '#lib/platform/server/vault/testing.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { openScriptWorld, type ScriptWorld } from '../scripts/testing/script-world.ts'

const runtime = shareRuntime()

const [name, host] = ['API_KEY', 'api.example.com']
const value = 'a-value-of-the-console'
const uses = [
  { kind: 'bearer' },
  { kind: 'header', header: 'X-API-Key' },
  { kind: 'query', parameter: 'key' },
  { kind: 'basic', username: 'someone' },
  { kind: 'oauth2', token_host: host, token_path: '/token', client_id: 'me' },
  { kind: 'plain' },
  { kind: 'setting' },
]

/** What can happen to a credential after its profile was locked. */
const states: Record<string, (world: ScriptWorld, name: string, use: object) => Promise<unknown>> = {
  expired: (world, name, use) =>
    changeCredential(world.vault, name, { use, hosts: [host], expires_at: '2026-11-20T00:00:00Z' }),
  emptied: (world, name) => world.db.credential.update({ where: { name }, data: { sealed: null, keyId: null } }),
  damaged: (world, name) => world.db.credential.update({ where: { name }, data: { sealed: 'no envelope' } }),
  deleted: (world, name) => world.vault.credentials.remove(operator, name),
  replaced: async (world, name, use) => {
    await world.vault.credentials.remove(operator, name)
    await create(world, name, use)
  },
}
/** Every kind with one state, and every state of a kind that the gateway adds itself and of one whose token it keeps. */
const cases = uses.flatMap((use) =>
  Object.keys(states)
    .filter((state) => state === 'expired' || ['bearer', 'oauth2'].includes(use.kind))
    .map((state) => ({ use, kind: use.kind, state })),
)
const nameOf = (kind: string, state: string) => `${name}_${kind}_${state}`.toUpperCase()
const ofEnvironment = { hosts: [host], value: 'a-value-of-the-environment' }
const environment = createEnvironmentBroker(
  new Map([name, ...cases.map(({ kind, state }) => nameOf(kind, state))].map((one) => [one, ofEnvironment])),
)

async function openWorld() {
  const requests: string[] = []
  const provider = await openHttpServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization} ${request.headers['x-api-key']}`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: 'a-token-of-the-provider', token_type: 'bearer', expires_in: 60 }))
  })
  const world = await openScriptWorld({ provider: provider.url, environment, runtime: runtime() })
  const stack = new AsyncDisposableStack()
  stack.use(provider)
  stack.use(world)
  return { world, requests, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const create = (world: ScriptWorld, name: string, use: object) =>
  world.vault.credentials.create(operator, { name, use, hosts: [host], value }).then(got)
const ask = (url = `https://${host}/offers`) => `set_result(await fetch('${url}').then((answer) => answer.status))`

describe('a locked profile', () => {
  let opened: Awaited<ReturnType<typeof openWorld>>
  beforeAll(async () => {
    opened = await openWorld()
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  test.each(cases)(
    'sends nothing to the host of its $kind credential that is $state, and its script fails',
    async ({ use, kind, state }) => {
      const { world, requests } = opened
      const name = nameOf(kind, state)
      requests.length = 0
      await create(world, name, use)
      const profile = await world.profile({ hosts: [host], keys: [name] })
      const fine = await world.settled(await world.execute(profile.token, ask()))
      expect(fine).toMatchObject({ status: 'completed', result: 200 })
      expect(requests).not.toEqual([])

      requests.length = 0
      await states[state]?.(world, name, use)
      const failed = await world.settled(await world.execute(profile.token, ask(`https://${host}/again`)))
      expect(failed).toMatchObject({ status: 'error', error_code: 'NOT_CONFIGURED' })
      expect(JSON.stringify(failed)).toContain(name)
      expect(requests).toEqual([])
      const { keys } = got(await world.manage.read(profile.id))
      expect(keys).toMatchObject([{ name, value_exists: state === 'damaged', is_replaced: state === 'replaced' }])
    },
  )
})

test('a replaced credential serves a locked profile after an operator has approved it', async () => {
  await using opened = await openWorld()
  const { world, requests } = opened
  await create(world, name, { kind: 'bearer' })
  const profile = await world.profile({ hosts: [host], keys: [name] })
  await states.replaced?.(world, name, { kind: 'bearer' })
  const unknown = await world.manage.change(operator, profile.id, { keys: { approve: ['OTHER_KEY'] } })
  expect(unknown).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  const { version: before } = got(await world.manage.read(profile.id))
  const { keys, version } = got(await world.manage.change(operator, profile.id, { keys: { approve: [name] } }))
  expect(keys).toMatchObject([{ value_exists: true, is_replaced: false }])
  expect(version).toBe(before + 1)
  expect(await world.settled(await world.execute(profile.token, ask()))).toMatchObject({ result: 200 })
  expect(requests).toEqual([`/offers Bearer ${value} undefined`])
})

test('another credential that is not usable does not stop requests to other hosts', async () => {
  await using opened = await openWorld()
  const { world } = opened
  await create(world, name, { kind: 'bearer' })
  const profile = await world.profile({ hosts: [host, 'other.example.com'], keys: [name] })
  await states.expired?.(world, name, { kind: 'bearer' })
  const script = ask('https://other.example.com/')
  expect(await world.settled(await world.execute(profile.token, script))).toMatchObject({ result: 200 })
})

test('a profile gets no credential of the environment: its key cannot be locked or applied without a stored one', async () => {
  await using opened = await openWorld()
  const { world } = opened
  const { id } = await world.profile({ state: 'unlocked', hosts: [host], keys: [name] })
  const { version } = got(await world.manage.read(id))
  expect(await world.manage.lock(operator, id, { version })).toMatchObject({ error: { code: 'CONFLICT' } })

  const locked = await world.profile({ hosts: [host] })
  const proposed = got(await world.profiles.propose(locked.token, { key: name, description: 'To read offers' }))
  const refused = await world.manage.decide(operator, proposed.proposal_id, 'applied')
  expect(refused).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  await create(world, name, { kind: 'bearer' })
  const { keys } = got(await world.manage.decide(operator, proposed.proposal_id, 'applied'))
  expect(keys).toMatchObject([{ name, value_exists: true }])
})
