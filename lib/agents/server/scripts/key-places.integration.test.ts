import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { openScriptWorld, type ScriptWorld } from './testing/script-world.ts'

const host = 'api.example.com'
const value = 'the-value-of-the-credential-4711'

/** A script in JavaScript that sends the placeholder in one place of a request. */
const requests: Readonly<Record<string, string>> = {
  header: `fetch('https://${host}/', { headers: { 'x-key': key } })`,
  path: `fetch('https://${host}/' + key)`,
  query: `fetch('https://${host}/?key=' + key)`,
  body: `fetch('https://${host}/', { method: 'POST', body: 'key=' + key })`,
}
const places = ['path', 'query', 'body'] as const

let world: ScriptWorld
let stack: AsyncDisposableStack
const received: string[] = []

beforeAll(async () => {
  await using opened = new AsyncDisposableStack()
  const provider = opened.use(
    await openHttpServer(async (request, response) => {
      let body = ''
      for await (const chunk of request) body += chunk
      received.push([request.url, request.headers['x-key'], body].join(' '))
      response.end('ok')
    }),
  )
  world = opened.use(await openScriptWorld({ provider: provider.url }))
  const key = { name: 'API_KEY', use: { kind: 'plain' }, hosts: [host], value }
  got(await world.vault.credentials.create(operator, key))
  stack = opened.move()
})
afterAll(() => stack.disposeAsync())

async function run(profile: string, request = '') {
  received.length = 0
  const script = `const key = await settings.get('API_KEY'); set_result((await ${request}).status)`
  return world.settled(await world.execute(profile, script))
}

test('a placeholder works in headers of a newly locked profile, and in no other part of a request', async () => {
  const { token } = await world.profile({ hosts: [host], keys: ['API_KEY'], places: [] })
  expect(await run(token, requests.header)).toMatchObject({ status: 'completed', result: 200 })
  expect(received.join()).toContain(value)
  for (const place of places) {
    const refused = await run(token, requests[place])
    expect(refused).toMatchObject({ status: 'error', error_code: 'EGRESS_BLOCKED' })
    expect(JSON.stringify(refused)).toContain(`ask an operator to allow the ${place} for this key`)
    expect(received).toEqual([])
  }
})

describe.each(places)('an operator who allows the %s for a key', (place) => {
  test('allows it alone, also in a locked profile, and from the next execution on', async () => {
    const { token, id } = await world.profile({ hosts: [host], keys: ['API_KEY'], places: [] })
    const { version } = got(await world.manage.read(id))
    const change = { keys: { places: [{ name: 'API_KEY', places: [place] }] } }
    const changed = got(await world.manage.change(operator, id, change))
    expect(changed).toMatchObject({ version: version + 1, keys: [{ places: [place] }] })
    for (const other of places) {
      const view = await run(token, requests[other])
      expect(view.status).toBe(other === place ? 'completed' : 'error')
      expect(received.some((request) => request.includes(value))).toBe(other === place)
    }
  })
})

test('a place for a key that the profile does not have is refused with the name of the field', async () => {
  const { id } = await world.profile({ hosts: [host], keys: ['API_KEY'] })
  const change = (name: string, allowed: readonly string[]) =>
    world.manage.change(operator, id, { keys: { places: [{ name, places: allowed }] } })
  expect(await change('OTHER_KEY', [])).toMatchObject({
    ok: false,
    error: { details: { 'keys.places': 'OTHER_KEY is no key of this profile' } },
  })
  expect(await change('API_KEY', ['cookie'])).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
})
