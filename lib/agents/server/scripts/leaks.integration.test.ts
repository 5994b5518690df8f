import type { IncomingMessage, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { gzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listExecutions, listFacets } from '#lib/console/server/executions/list-executions.ts'
import { readExecution } from '#lib/console/server/executions/read-execution.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { createRecordingSource } from '#lib/skills/server/executions/recordings.ts'
import { testSeals } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { createReplay } from '#runner/run/replay.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { skillDocument } from '../api/skill-document.ts'
import {
  echoedValue,
  heldForm,
  host,
  knownValue,
  leaksIn,
  scriptOf,
  secret,
  sendingWays,
  textsIn,
  ways,
} from './testing/leaks.ts'
import { openScriptWorld, told } from './testing/script-world.ts'

/** The forms in which a host sends a value back. */
function formsOf(value: string) {
  const reversed = [...value].reverse().join('')
  return {
    plain: value,
    base64: ['', 'a', 'ab'].map((before) => Buffer.from(before + value).toString('base64')),
    base64url: Buffer.from(value).toString('base64url'),
    hex: Buffer.from(value).toString('hex'),
    percent: encodeURIComponent(value),
    json: JSON.stringify(JSON.stringify(value)),
    reversed,
    utf16: Buffer.from(value, 'utf16le').toString('base64'),
    [value]: true,
  }
}

const keyOf = ({ headers }: IncomingMessage) =>
  String(headers['x-key'] ?? headers.authorization?.replace('Bearer ', '') ?? '')

/** How the host sends the received key back, by path. */
const answers: Readonly<Record<string, (key: string, response: ServerResponse) => unknown>> = {
  '/echo': (key, response) => response.setHeader('x-echo', key).end(JSON.stringify(formsOf(key))),
  '/pieces': (key, response) => {
    for (const letter of key) response.write(letter)
    response.end()
  },
  '/gzip': (key, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(key)),
  '/redirect': (key, response) =>
    response.writeHead(302, { location: `https://${host}/echo?${new URLSearchParams({ key })}` }).end(),
  '/cookie': (key, response) => response.setHeader('set-cookie', `key=${encodeURIComponent(key)}`).end('{}'),
  '/error': (key, response) => response.writeHead(500, { 'www-authenticate': `Bearer error="${key}"` }).end(key),
}

async function startHost() {
  const keys: string[] = []
  const server = await openHttpServer((request, response) => {
    const key = keyOf(request)
    if (key !== '') keys.push(key)
    const [path = ''] = (request.url ?? '').split('?')
    const answer = answers[path]
    if (answer) answer(key, response)
    else response.end(request.url)
  })
  return { ...server, keys }
}

/** A world whose profile has the secret as `API_KEY`, and as a token that the gateway adds itself. */
async function openWorld() {
  await using opened = new AsyncDisposableStack()
  const provider = opened.use(await startHost())
  const logged: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk))
      done()
    },
  })
  const log = createLogger({ level: 'debug', destination })
  const world = opened.use(await openScriptWorld({ provider: provider.url, log }))
  const { credentials } = world.vault
  const create = async (name: string, kind: 'plain' | 'bearer') =>
    got(await credentials.create(operator, { name, use: { kind }, hosts: [host], value: secret }))
  await create('API_KEY', 'plain')
  await create('API_TOKEN', 'bearer')
  const limits = { concurrency: 8, fuel: 2000, timeout_s: 600 }
  const profile = await world.profile({ hosts: [host], keys: ['API_KEY'], limits })
  const bearing = await world.profile({ hosts: [host], keys: ['API_TOKEN'], limits })
  const stack = opened.move()
  return { world, provider, logged, profile, bearing, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Opened = Awaited<ReturnType<typeof openWorld>>

/**
 * All rows of all tables. `replies`: includes the responses of hosts, which are stored for replays as the script got
 * them. These responses contain whatever the script itself put into a URL or a body.
 */
async function rowsOf(db: DatabaseClient, { replies }: { replies: boolean }): Promise<unknown[]> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`
  const rows = tables.map(async ({ name }) => {
    const found = await db.$queryRawUnsafe<{ row: unknown }[]>(`select to_jsonb(t) as row from ${name} t`)
    const isReply = (row: unknown) => name === 'public.journal_entries' && Object(row).op === 'fetch'
    return found.map(({ row }) => ({
      table: name,
      row: isReply(row) && !replies ? { ...Object(row), result: null } : row,
    }))
  })
  const blobs = replies ? await db.answerBlob.findMany() : []
  const texts = blobs.map(({ bytes }) => zstdDecompressSync(bytes).toString())
  return [...(await Promise.all(rows)).flat(), ...texts]
}

test('the leak check finds the secret in each form', () => {
  const texts = [...Object.values(formsOf(secret)).flatMap(textsIn), [...secret].join('\n'), `${secret.slice(0, 12)}…`]
  for (const text of texts) expect(heldForm(text), text).toBeDefined()
  expect(leaksIn({ [secret]: 1 })).toHaveLength(1)
  expect(heldForm('[REDACTED...4711] and the vault')).toBeUndefined()
})

describe.each([
  ['the placeholder of a secret and the responses of a host that echoes it', echoedValue, sendingWays],
  ['a secret in its own code', knownValue, ways],
])('a script with %s', (_, start, tried) => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openWorld()
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  const named = tried.map(([name, code, timeout]) => ({ name, code, timeout }))
  test.each(named)('$name, and its agent does not see it', async ({ name, code, timeout }) => {
    const script = scriptOf(start, code)
    const { profile } = opened
    const more = { idempotency_key: name.replaceAll(' ', '-'), ...(timeout === undefined ? {} : { timeout }) }
    const { views, token } = await told(opened.world, profile.token, script, more)
    expect(leaksIn(views)).toEqual([])
    // Repeating the request returns the recorded execution.
    const repeated = await told(opened.world, profile.token, script, more)
    expect(repeated).toEqual({ views: views.slice(-1), token })
  })

  test('no database row, log line, console view, replay or agent document contains the secret', async () => {
    const { world, logged, profile, provider } = opened
    const { durable } = world.process
    if (start === echoedValue) expect(new Set(provider.keys)).toEqual(new Set([secret]))
    expect(leaksIn(await rowsOf(world.db, { replies: start === echoedValue }))).toEqual([])
    expect(leaksIn(logged)).toEqual([])
    const replay = createReplay({
      ...durable,
      recordings: createRecordingSource(durable.db, testSeals),
      scripts: durable.scripts,
    })
    const ids = await world.db.execution.findMany({ select: { id: true } })
    expect(ids.length).toBeGreaterThanOrEqual(tried.length)
    for (const { id } of ids) {
      expect(leaksIn(await readExecution({ db: world.db, answers: durable.answers }, id))).toEqual([])
      const replayed = await replay(ExecutionId.parse(id))
      expect(leaksIn('output' in replayed ? replayed.output : replayed)).toEqual([])
    }
    const shown = got(await world.profiles.read(profile.token))
    const document = skillDocument({
      instanceUrl: 'https://travel.example.com',
      languages: ['javascript', 'python'],
      needsSetupCode: false,
      templates: [],
      profile: shown,
    })
    expect(leaksIn([shown, document, got(await listExecutions(world, {})), await listFacets(world)])).toEqual([])
  })
})

describe('a script whose profile has a secret', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openWorld()
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  test.each([
    ['a secret that the script sends', 'profile'],
    ['a token that the gateway adds', 'bearing'],
  ] as const)('a host that sends %s back in any form does not reveal it to the script', async (_, name) => {
    const { provider } = opened
    const before = provider.keys.length
    // The gateway follows no redirect whose URL contains the token that it adds.
    const paths = Object.keys(answers).filter((path) => name === 'profile' || path !== '/redirect')
    const script = `
    const key = ${name === 'profile' ? "await settings.get('API_KEY')" : "''"}
    const seen = []
    for (const path of ${JSON.stringify(paths)}) {
      const headers = key === '' ? {} : { 'x-key': key }
      const response = await fetch('https://${host}' + path, { headers })
      const text = await response.text()
      seen.push(key, response.url, [...response.headers], text)
    }
    // Returned as text, the result would be redacted, so the script returns character codes.
    const codes = Array.from(JSON.stringify(seen), (sign) => sign.charCodeAt(0))
    set_result(codes)`
    const { views } = await told(opened.world, opened[name].token, script)
    const [view] = views
    expect(view, JSON.stringify(view)).toMatchObject({ status: 'completed' })
    const keys = provider.keys.slice(before)
    expect(keys.length).toBeGreaterThanOrEqual(paths.length)
    expect(new Set(keys)).toEqual(new Set([secret]))
    const seen = JSON.parse(String.fromCharCode(...Object(view).result))
    expect(seen).toHaveLength(4 * paths.length)
    expect(leaksIn(seen)).toEqual([])
  })

  test("a script never receives any part of a secret's value", async () => {
    const codes = [...secret].map((sign) => sign.charCodeAt(0))
    const script = `
    const key = await settings.get('API_KEY')
    const real = String.fromCharCode(${codes.join(',')})
    set_result({ isReal: key === real, shares: Array.from(real, (_, at) => at < real.length - 3 && key.includes(real.slice(at, at + 4))) })`
    const { views } = await told(opened.world, opened.profile.token, script)
    expect(views).toMatchObject([{ result: { isReal: false, shares: codes.map(() => false) } }])
  })
})
