import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pythonPlaces } from '#lib/agents/server/scripts/testing/python-runtimes.ts'
import { noHeaders, openScriptWorld, type ScriptWorld } from '#lib/agents/server/scripts/testing/script-world.ts'
import { openAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { putAnswer } from '#lib/skills/server/executions/answer-store.ts'
import { sealAgain } from '#lib/skills/server/executions/record-rows.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import { readUnfinished } from '#lib/skills/server/executions/unfinished.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { openHttpServer } from '#runner/testing/http-server.ts'
import type { ExportWish, ImportChoices, ImportPreview } from '../../model/console-move.ts'
import { ExportHead } from './export-lines.ts'
import { createMoving } from './moving.ts'
import { movableOf } from './waiting-lines.ts'
import type { MovePorts } from './write-export.ts'

const runtime = shareRuntime()
const host = 'api.example.com'
const value = 'a-value-of-the-key'
const passphrase = 'a passphrase of many words'
const cost = { ln: 1, r: 1, p: 1 }
const there = 'https://travel.example.com'
const moving: ExportWish = { profiles: 'all', with_history: true, waiting_to: there, passphrase }
const skip: ImportChoices = { credentials: 'skip', profiles: 'skip', rows: [] }

/** Asks its model between two requests with a secret. The first answer is large enough to be stored by its hash. */
const script = `
  const headers = { authorization: 'Bearer ' + await settings.get('API_KEY') }
  const first = await (await fetch('https://${host}/first', { headers })).text()
  print('asked')
  const said = await llm.complete('Say something')
  const second = await fetch('https://${host}/second', { headers })
  set_result([first.length, said, second.status])`

/** A provider that counts its requests, by path. */
async function startProvider() {
  const requests: (string | undefined)[] = []
  const server = await openHttpServer((request, response) => {
    requests.push(request.url, request.headers.authorization)
    response.end('x'.repeat(40_000))
  })
  return { ...server, requests }
}

type MovesMore = Partial<Pick<MovePorts, 'seals' | 'languages'>>

/** An instance with its own database and keys, whose scripts run. */
async function openInstance(
  fill: number,
  provider = 'http://127.0.0.1:9',
  { engine = runtime(), ...more }: MovesMore & { readonly engine?: Runtime } = {},
) {
  await using opened = new AsyncDisposableStack()
  const key = new Uint8Array(32).fill(fill)
  const world = opened.use(await openScriptWorld({ runtime: engine, provider, instanceKey: key, key }))
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-move-'))
  opened.defer(() => rm(dataDir, { recursive: true }))
  const { ports } = world.process
  const { ring } = world.vault
  const movesWith = (other: MovesMore = {}) =>
    createMoving({ ...ports, ring, version: '1.0.0', host: null, cost, dataDir, ...more, ...other })
  const moves = movesWith()
  const stack = opened.move()
  return {
    ...world,
    moves,
    movesWith,
    async profile(scripts = {}) {
      const created = { name: 'API_KEY', use: { kind: 'plain' }, hosts: [host], value } as const
      got(await world.vault.credentials.create(operator, created))
      return world.profile({ hosts: [host], keys: ['API_KEY'], scripts })
    },
    async exported(wish = moving) {
      const parts: Uint8Array[] = []
      for await (const part of got(await moves.export(operator, wish))) parts.push(part)
      return Buffer.concat(parts)
    },
    async preview(file: Uint8Array) {
      const { id } = got(await moves.imports.upload(operator, new Blob([Uint8Array.from(file)]).stream()))
      return { id, preview: got(await moves.imports.preview(id, passphrase)) }
    },
    async imported(file: Uint8Array, choices = skip) {
      const { id, preview } = await this.preview(file)
      return got(await moves.imports.apply(operator, id, { passphrase, digest: preview.digest, choices }))
    },
    respond: (executionToken: string, response = 'Something') =>
      world.scripts.respond({ executionToken, headers: noHeaders }, { response }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** The version in the head of an export. */
async function versionOf(file: Uint8Array) {
  const zipped = await Array.fromAsync(openAirlock([file], { content: 'export', secret: { passphrase } }))
  const [head = ''] = gunzipSync(Buffer.concat(zipped)).toString().split('\n')
  return ExportHead.parse(JSON.parse(head)).version
}

const recordOf = ({ db }: Pick<ScriptWorld, 'db'>, token: string) =>
  db.scriptExecution.findUniqueOrThrow({ where: { tokenHash: sha256(token) }, include: { execution: true } })

test('an execution that waits for its model goes on at the other instance, with the same ids and its secret', async () => {
  await using provider = await startProvider()
  await using from = await openInstance(1, provider.url)
  await using to = await openInstance(2, provider.url)
  const profile = await from.profile()
  const token = await from.execute(profile.token, script)
  expect(await from.settled(token)).toMatchObject({ status: 'awaiting_llm' })
  const { execution: before, llmDeadline } = await recordOf(from, token)
  const file = await from.exported()

  expect(await versionOf(file)).toBe(2)
  const { preview } = await to.preview(file)
  expect(await to.db.answerBlob.count()).toBe(0)
  expect(preview).toMatchObject({ kinds: { waiting: { new: 1 }, history: { new: 0 } }, unfinished: 0 })
  expect(isNot('new', preview)).toEqual([])
  await to.imported(file)
  const { execution: after, llmDeadline: deadline } = await recordOf(to, token)
  expect([after.id, deadline]).toEqual([before.id, llmDeadline])
  expect(after.seal).not.toBe(before.seal)

  expect(await to.settled(token)).toMatchObject({ status: 'awaiting_llm', llm_request: { prompt: 'Say something' } })
  got(await to.respond(token))
  expect(await to.settled(token)).toMatchObject({
    ...{ status: 'completed', result: [40_000, 'Something', 200], stdout: 'asked\n' },
  })
  // The first request was not sent again, and both had the value of the secret.
  expect(provider.requests).toEqual(['/first', `Bearer ${value}`, '/second', `Bearer ${value}`])
  expect((await recordOf(to, token)).execution.seal).not.toBeNull()
})

/** The same in Python. */
const pythonScript = `import httpx
headers = {'authorization': 'Bearer ' + settings.get('API_KEY')}
first = httpx.get('https://${host}/first', headers=headers).text
print('asked', flush=True)
said = llm.complete('Say something')
second = httpx.get('https://${host}/second', headers=headers)
set_result([len(first), said, second.status_code])`

for (const place of pythonPlaces) {
  test(
    `a Python script ${place.name} that waits for its model goes on at the other instance`,
    place.needs,
    async () => {
      await using provider = await startProvider()
      await using python = await place.open()
      await using from = await openInstance(1, provider.url, { engine: python.runtime })
      await using to = await openInstance(2, provider.url, { engine: python.runtime })
      const profile = await from.profile(place.scripts)
      const token = await from.execute(profile.token, pythonScript, { language: 'python' })
      expect(await from.settled(token)).toMatchObject({ status: 'awaiting_llm' })
      expect(await to.imported(await from.exported())).toMatchObject({ blocked: 0 })
      expect(await recordOf(to, token)).toMatchObject({ language: 'python' })
      got(await to.respond(token))
      expect(await to.settled(token)).toMatchObject({
        ...{ status: 'completed', result: [40_000, 'Something', 200], stdout: 'asked\n' },
      })
      expect(provider.requests).toEqual(['/first', `Bearer ${value}`, '/second', `Bearer ${value}`])
    },
  )
}

const isNot = (verdict: string, { items }: ImportPreview) => items.filter((item) => item.verdict !== verdict)

const asks = `set_result(await llm.complete('Say something'))`

/** An instance with an execution that waits, and an export that moved it. */
async function openMoved(fill: number) {
  await using opened = new AsyncDisposableStack()
  const from = opened.use(await openInstance(fill))
  const profile = await from.profile()
  const token = await from.execute(profile.token, asks)
  await from.settled(token)
  const file = await from.exported()
  const stack = opened.move()
  return { from, profile, token, file, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('an execution that moved takes no answer and no cancellation where it was, and says where it went', async () => {
  await using moved = await openMoved(1)
  const { from, token } = moved
  const error = { code: 'CONFLICT', reason: 'moved_away', details: { moved_to: there } }
  expect(await from.respond(token)).toMatchObject({ ok: false, error })
  expect(await from.scripts.cancel({ executionToken: token, headers: noHeaders })).toMatchObject({ ok: false, error })
  const { id } = await recordOf(from, token)
  const byOperator = await from.scripts.respondRecord(operator, ExecutionId.parse(id), { response: 'Something' })
  expect(byOperator).toMatchObject({ ok: false, error })
  expect(await from.settled(token)).toMatchObject({
    ...{ status: 'error', error_code: 'CANCELLED', reason: 'moved_away' },
    error: `The execution was moved to ${there}: go on there, with the same ids.`,
  })
  const rows = await from.db.auditEvent.findMany({ where: { action: 'backup.moved' } })
  expect(rows.map(({ detail }) => detail)).toEqual([{ executions: 1, to: there }])
})

test('unless the operator says where to, and wants history, executions that wait stay, and history says how many', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token: profile } = await from.profile()
  const token = await from.execute(profile, asks)
  await from.settled(token)
  for (const [wish, unfinished] of [
    [{ ...moving, waiting_to: null }, 1],
    [{ ...moving, with_history: false }, 0],
  ] as const) {
    const file = await from.exported(wish)
    expect(await versionOf(file)).toBe(1)
    expect((await to.preview(file)).preview).toMatchObject({ kinds: { waiting: { new: 0 } }, unfinished })
  }
  got(await from.respond(token))
  expect(await from.settled(token)).toMatchObject({ status: 'completed' })
})

test.each([
  ['has used its small store', `await kv.put('a', 'b')\n${asks}`],
  ['was altered in the database', asks],
])('an execution that %s stays', async (what, code) => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token: profile } = await from.profile()
  const token = await from.execute(profile, code)
  await from.settled(token)
  if (what.startsWith('was altered')) await from.db.journalEntry.updateMany({ data: { fuelLeft: 1n } })
  const { preview } = await to.preview(await from.exported())
  expect(preview).toMatchObject({ kinds: { waiting: { new: 0 } }, unfinished: 1 })
  expect(await from.settled(token)).toMatchObject({ status: 'awaiting_llm' })
})

test('an execution moves only with a journal and stored answers that fit into a line and are whole', async () => {
  await using from = await openInstance(1)
  const { db } = from
  const { seals } = from.process.ports
  const profile = await from.profile()
  const token = await from.execute(profile.token, asks)
  await from.settled(token)
  const { id } = await recordOf(from, token)
  const movable = () => db.$transaction((tx) => movableOf(tx, seals, [profile.id]))
  const changeArgs = async (args: object) => {
    await db.journalEntry.updateMany({ where: { op: 'llm.complete' }, data: { args } })
    expect(await sealAgain(db, seals, id, 'suspended')).toBe(true)
  }
  await changeArgs({ prompt: '' })
  const read = await readUnfinished(db, seals, id, 'suspended')
  const rest = 8_000_000 - JSON.stringify('altered' in read ? read : read.journal).length
  await changeArgs({ prompt: 'x'.repeat(rest) })
  expect(await movable()).toMatchObject([{ id, answers: [] }])
  await changeArgs({ prompt: 'x'.repeat(rest + 1) })
  expect(await movable()).toEqual([])

  const hash = sha256('Say')
  await changeArgs({ hash, bytes: 3 })
  expect(await movable()).toEqual([])
  await putAnswer(db, hash, Buffer.from('Say'), new Date())
  const largest = 16 * 1024 * 1024
  for (const [size, count] of [
    [largest + 1, 0],
    [largest, 1],
  ] as const) {
    await db.answerBlob.updateMany({ data: { size } })
    expect(await movable()).toHaveLength(count)
  }
  await expect(from.exported()).rejects.toThrow(`A stored answer of ${id} is damaged`)
})

test('an export breaks off and ends nothing here if an execution gets its answer while it is made', async () => {
  await using from = await openInstance(1)
  await using to = await openInstance(2)
  const { token: profile } = await from.profile()
  const asksAgain = `await llm.complete('First')\n${asks}`
  const [token, other] = [await from.execute(profile, asksAgain), await from.execute(profile, asks)]
  for (const one of [token, other]) await from.settled(one)
  const { suspended } = from.process.ports.seals
  let answered: Promise<unknown> | undefined
  // The export checks a seal after its snapshot of the database has begun.
  const seals = {
    ...from.process.ports.seals,
    async suspended(...record: Parameters<typeof suspended>) {
      answered ??= from.respond(token).then(() => from.settled(token))
      await answered
      return suspended(...record)
    },
  }
  const parts: Uint8Array[] = []
  const made = got(await from.movesWith({ seals }).export(operator, moving))
  const read = async () => {
    for await (const part of made) parts.push(part)
  }
  await expect(read()).rejects.toThrow(/export again/)
  expect(await from.settled(token)).toMatchObject({ llm_request: { prompt: 'Say something' } })
  expect(await from.settled(other)).toMatchObject({ status: 'awaiting_llm' })
  const { id } = got(
    await to.moves.imports.upload(operator, new Blob([Uint8Array.from(Buffer.concat(parts))]).stream()),
  )
  expect(await to.moves.imports.preview(id, passphrase)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
})

test('an execution comes only with the credential and the profile of its file, and to an instance with its runtime', async () => {
  await using moved = await openMoved(1)
  const { token, file } = moved
  await using without = await openInstance(2, undefined, { languages: { isAvailable: async () => false } })
  const { preview } = await without.preview(file)
  expect(isNot('new', preview)).toMatchObject([{ kind: 'waiting', verdict: 'blocked', reason: 'no_runtime' }])

  await using to = await openInstance(3)
  const other = { name: 'API_KEY', use: { kind: 'plain' }, hosts: [host], value: 'another-value-here' } as const
  got(await to.vault.credentials.create(operator, other))
  expect(isNot('new', (await to.preview(file)).preview)).toMatchObject([
    { kind: 'credentials', verdict: 'differs' },
    { kind: 'waiting', verdict: 'blocked', reason: 'other_credential' },
  ])
  // The credential of the file and the approval of the key take an import each, because neither is there at first.
  expect(await to.imported(file, { ...skip, credentials: 'overwrite' })).toMatchObject({ overwritten: 1, blocked: 1 })
  await to.db.profile.updateMany({ data: { description: 'Changed here' } })
  expect(isNot('new', (await to.preview(file)).preview)).toMatchObject([
    { kind: 'profiles', verdict: 'differs' },
    { kind: 'waiting', verdict: 'blocked', reason: 'other_profile' },
  ])
  expect(await to.imported(file, { ...skip, profiles: 'overwrite' })).toMatchObject({ overwritten: 1, blocked: 1 })
  expect(await to.db.execution.count()).toBe(0)
  expect(await to.imported(file)).toMatchObject({ added: 1, blocked: 0 })
  expect(await to.settled(token)).toMatchObject({ status: 'awaiting_llm' })
})

test('an execution that moved away and back goes on where it began, and the operator can end it there', async () => {
  await using moved = await openMoved(1)
  const { from, token, file } = moved
  await using to = await openInstance(2)
  await to.imported(file)
  expect(await to.imported(file)).toEqual({ added: 0, overwritten: 0, skipped: 0, blocked: 0 })
  const back = await to.exported({ ...moving, waiting_to: 'https://first.example.com' })
  expect((await from.preview(back)).preview).toMatchObject({ kinds: { waiting: { new: 1 } } })
  await from.imported(back)
  expect(await from.settled(token)).toMatchObject({ status: 'awaiting_llm' })
  expect(await to.respond(token)).toMatchObject({ error: { details: { moved_to: 'https://first.example.com' } } })

  // The operator does not know the token of an execution that came from another instance.
  await using third = await openInstance(3)
  await third.imported(back)
  const { id } = await recordOf(third, token)
  got(await third.scripts.cancelRecord(operator, ExecutionId.parse(id)))
  expect(await third.settled(token)).toMatchObject({ status: 'error', error_code: 'CANCELLED' })
  got(await from.respond(token))
  expect(await from.settled(token)).toMatchObject({ status: 'completed', result: 'Something' })
})
