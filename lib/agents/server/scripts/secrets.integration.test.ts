import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { changeCredential, operator } from '#lib/platform/server/vault/testing.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import type { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { openScriptWorld } from './testing/script-world.ts'

const runtime = shareRuntime()

const host = 'api.example.com'
const secretOf = (version: number) => `version-${version}-of-the-secret-value`

/** A provider that returns the Authorization header that it received. */
async function startEcho() {
  const authorizations: string[] = []
  const server = await openHttpServer((request, response) => {
    const authorization = request.headers.authorization ?? ''
    authorizations.push(authorization)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ authorization }))
  })
  return { ...server, authorizations }
}

async function openWorld(provider: string) {
  const world = await openScriptWorld({ runtime: runtime(), provider })
  const { credentials } = world.vault
  got(
    await credentials.create(operator, { name: 'API_KEY', use: { kind: 'plain' }, hosts: [host], value: secretOf(0) }),
  )
  got(await credentials.create(operator, { name: 'BASE_URL', use: { kind: 'setting' }, value: `https://${host}/v1` }))
  const profile = await world.profile({ hosts: [host], keys: ['API_KEY', 'BASE_URL'], limits: { concurrency: 16 } })
  return { world, profile }
}

test('a script reads settings and uses a secret without seeing it or being able to print it', async () => {
  await using echo = await startEcho()
  const { world, profile } = await openWorld(echo.url)
  await using _world = world
  const script = `
    const url = await settings.get('BASE_URL')
    const key = await settings.get('API_KEY')
    const response = await fetch(url, { headers: { authorization: 'Bearer ' + key } })
    const { authorization } = await response.json()
    for (const letter of authorization) print(letter)
    console.error(authorization)
    set_result({ url, keys: await settings.keys(), key, authorization })`
  const view = await world.settled(await world.execute(profile.token, script))
  expect(view).toMatchObject({
    status: 'completed',
    result: { url: `https://${host}/v1`, keys: ['API_KEY', 'BASE_URL'] },
  })
  expect(echo.authorizations).toEqual([`Bearer ${secretOf(0)}`])
  const rows = [view, await world.db.execution.findMany(), await world.db.journalEntry.findMany()]
  const shown = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
  expect(shown.replaceAll('\\n', '')).not.toContain(secretOf(0))
})

test('each of many executions at once uses one value of a changing secret, and a later one uses the newest', async () => {
  await using echo = await startEcho()
  const { world, profile } = await openWorld(echo.url)
  await using _world = world
  const script = `
    for (let n = 0; n < 4; n += 1) {
      await fetch('https://${host}/' + n, { headers: { authorization: 'Bearer ' + await settings.get('API_KEY') } })
    }
    set_result('done')`
  const change = async (version: number) => {
    const changed = { use: { kind: 'plain' }, hosts: [host], value: secretOf(version) }
    got(await changeCredential(world.vault, 'API_KEY', changed))
  }
  const running: Promise<unknown>[] = []
  for (let n = 0; n < 32; n += 1) {
    const id = await world.execute(profile.token, script)
    running.push(world.settled(id))
    if (n % 8 === 7) await change(Math.floor(n / 8) + 1)
  }
  for (const view of await Promise.all(running)) expect(view).toMatchObject({ status: 'completed' })
  expect(echo.authorizations).toHaveLength(128)
  const counts = Map.groupBy(echo.authorizations, (value) => value)
  // Each execution sends four requests, all with the same value.
  for (const [value, requests] of counts) {
    expect(value).toMatch(/^Bearer version-[0-4]-of-the-secret-value$/)
    expect(requests.length % 4).toBe(0)
  }
  echo.authorizations.length = 0
  await world.settled(await world.execute(profile.token, script))
  expect(new Set(echo.authorizations)).toEqual(new Set([`Bearer ${secretOf(4)}`]))
})

test('a script signs with a secret that it never sees, and the token that it made is masked in what it returns', async () => {
  const { world, profile } = await openWorld('http://127.0.0.1:9')
  await using _world = world
  const script = `
    const token = await crypto.jwt('API_KEY', { iss: 'agent' })
    const [head, claims] = token.split('.').map((part) => { try { return JSON.parse(atob(part)) } catch { return part } })
    const hmac = await crypto.hmac('API_KEY', 'a text')
    const forms = [token, hmac].flatMap((text) => {
      const signature = text.split('.').at(-1)
      const bytes = [...signature].map((sign) => sign.charCodeAt(0).toString(16).padStart(2, '0'))
      return [signature, [...signature].reverse().join(''), btoa(signature), bytes.join(''), signature.toUpperCase()]
    })
    console.log(hmac.slice(0, 30))
    console.log(hmac.slice(30))
    set_result({ hmac, length: hmac.length, forms, head, iss: claims.iss, token })`
  const signature = createHmac('sha256', secretOf(0)).update('a text').digest('hex')
  const view = await world.settled(await world.execute(profile.token, script))
  expect(view).toMatchObject({
    status: 'completed',
    result: {
      hmac: `[REDACTED...${signature.slice(-4)}]`,
      length: signature.length,
      forms: Array.from({ length: 10 }, () => expect.stringMatching(/^\[REDACTED[^\]]*\]={0,2}$/)),
      head: { alg: 'HS256', typ: 'JWT' },
      iss: 'agent',
      token: expect.stringContaining('[REDACTED'),
    },
  })
  expect(JSON.stringify(view)).not.toContain(secretOf(0))
  expect(JSON.stringify(view)).not.toContain(signature.slice(4, 20))
})

test('a script signs only in the ways that the operator approved for the key, from the next execution on', async () => {
  const { world, profile } = await openWorld('http://127.0.0.1:9')
  await using _world = world
  const attempt = (call: string) =>
    `try { await ${call}; set_result('made') } catch (error) { set_result(error.message) }`
  const calls = { jwt: "crypto.jwt('API_KEY', {})", hmac: "crypto.hmac('API_KEY', 'a')" }
  const resultOf = async (call: string) => {
    const view = await world.settled(await world.execute(profile.token, attempt(call)))
    return 'result' in view ? view.result : view
  }
  const results = async () => [await resultOf(calls.jwt), await resultOf(calls.hmac)]
  const allow = (places: SecretPlace[]) =>
    world.manage.change(operator, profile.id, { keys: { places: [{ name: 'API_KEY', places }] } })
  // What profiles had that were locked before signatures had an approval.
  got(await allow(['path', 'query', 'body']))
  expect(await results()).toEqual([
    'crypto.jwt: ask an operator to approve tokens (JWT) for API_KEY',
    'crypto.hmac: ask an operator to approve signatures (HMAC) for API_KEY',
  ])
  got(await allow(['jwt']))
  expect(await results()).toEqual(['made', expect.stringContaining('signatures (HMAC)')])
  got(await allow(['hmac']))
  expect(await results()).toEqual([expect.stringContaining('tokens (JWT)'), 'made'])
})
