import { afterAll, beforeAll, expect, test } from 'vitest'
import { unlockedMs } from '#lib/agents/server/profiles/create-profile.ts'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { sha256 } from '#runner/core/hash.ts'
import { createImports } from './imports.ts'
import { callLine, credentialLine, executionLine, idOf, keyLine, profileLine, scriptLine } from './testing/lines.ts'
import { openInstance, overwrite, passphrase, sealedFile, skip } from './testing/moving-instance.ts'

let to: Awaited<ReturnType<typeof openInstance>>
beforeAll(async () => {
  to = await openInstance(2)
})
afterAll(() => to[Symbol.asyncDispose]())

const many = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at))
const hosts = (count: number) => many(count, (at) => `a${at}.example.com`)
const keys = (count: number) => many(count, (at) => keyLine({ name: `A_KEY_${at}` }))

const wrong: readonly (readonly [what: string, lines: readonly unknown[], said: RegExp])[] = [
  [
    '5,000 hosts and 300 keys',
    [profileLine({ hosts: hosts(5000), keys: keys(300) })],
    /profile prof_0+ of the file: hosts .*keys /,
  ],
  ['50,000 hosts and 3,000 keys', [profileLine({ hosts: hosts(50_000), keys: keys(3000) })], /contains more/],
  ['65 hosts', [profileLine({ hosts: hosts(65) })], /hosts /],
  ['33 keys', [profileLine({ keys: keys(33) })], /keys has more than 32 keys/],
  ['a version of 2^40', [profileLine({ version: 2 ** 40 })], /version /],
  ['a key twice', [profileLine({ keys: [keyLine(), keyLine()] })], /keys names one twice/],
  ['a host twice', [profileLine({ hosts: ['a.example.com', 'a.example.com:443'] })], /hosts names one twice/],
  ['a place twice', [profileLine({ keys: [keyLine({ places: ['path', 'path'] })] })], /keys.0.places names one twice/],
  ['NUL in a text', [profileLine({ description: 'a\0b' })], /description contains a character/],
  ['a lone surrogate', [profileLine({ keys: [keyLine({ description: '\ud800' })] })], /keys.0.description contains/],
  ['an invisible character', [profileLine({ description: 'a\u202eb' })], /description has/],
  ['no description', [profileLine({ description: ' ' })], /description must say/],
  ['an address as a host', [profileLine({ hosts: ['127.0.0.1'] })], /hosts.0 must be/],
  ['a limit beyond those of the API', [profileLine({ limits: { concurrency: 33 } })], /limits.concurrency /],
  ['a field of its own', [profileLine({ sealed: 'x' })], /sealed /],
  ['a locked profile that ends unless it is locked', [profileLine({ ends_unlocked: true })], /ends_unlocked must/],
  ['an unlocked profile that does not end', [profileLine({ locked_at: null })], /expires_at must/],
  ['a lock in the future', [profileLine({ locked_at: '2999-01-01T00:00:00Z' })], /locked_at is too far/],
  ['the year 0', [profileLine({ expires_at: '0000-01-01T00:00:00Z' })], /expires_at must/],
  [
    'an unlocked profile that lasts for years',
    [profileLine({ locked_at: null, ends_unlocked: true, expires_at: '2999-01-01T00:00:00Z' })],
    /expires_at is too far/,
  ],
  [
    'a profile twice',
    [profileLine(), profileLine({ token: idOf('ark', '1') })],
    /profile prof_0+ of the file: file names it twice/,
  ],
  ['a token twice', [profileLine(), profileLine({ id: idOf('prof', '1') })], /token of a profile .*names it twice/],
  ['a credential twice', [credentialLine(), credentialLine()], /credential A_KEY of the file: file names it twice/],
  ['a credential without hosts', [credentialLine({ hosts: [] })], /credential A_KEY of the file: hosts must name/],
  ['a short secret', [credentialLine({ value: 'short' })], /value must have at least 8/],
  ['a long secret', [credentialLine({ value: 'x'.repeat(20_000) })], /value must have at most/],
  ['a secret of two lines', [credentialLine({ value: 'two lines\nof it' })], /value must have no control/],
  [
    'an execution twice',
    [profileLine(), executionLine(), executionLine()],
    /execution exec_0+ of the file: file names it twice/,
  ],
  [
    'a token of two executions',
    [profileLine(), executionLine(), executionLine({ execution: { id: idOf('exec', '1') } })],
    /token of an execution .*names it twice/,
  ],
  ['a call twice', [profileLine(), executionLine({ journal: [callLine(), callLine()] })], /cut or changed/],
  [
    'a number beyond its column',
    [profileLine(), executionLine({ script: { execution_ms: 2 ** 31 } })],
    /cut or changed/,
  ],
  ['NUL in an output', [profileLine(), executionLine({ execution: { output: { a: '\0' } } })], /cut or changed/],
  ['another trust', [profileLine(), executionLine({ execution: { trust: 'all' } })], /cut or changed/],
  ['NUL in a script', [{ ...scriptLine, text: 'a\0' }], /cut or changed/],
  ['a text that is not the one of its digest', [{ ...scriptLine, text: 'set_result(2)' }], /cut or changed/],
  [
    'an answer that is not the one of its hash',
    [{ kind: 'answer', hash: sha256('a'), bytes: 'Yg==' }],
    /cut or changed/,
  ],
  [
    'ended history that waits',
    [profileLine(), executionLine({ execution: { status: 'suspended', output: null, finished_at: null } })],
    /cut or changed/,
  ],
  ...[2001, 3000].map(
    (calls) =>
      [
        `${calls} calls`,
        [profileLine(), executionLine({ journal: many(calls, (seq) => callLine({ seq })) })],
        /cut or changed/,
      ] as const,
  ),
  ['300 KB of a profile', [profileLine({ description: 'x'.repeat(300_000) })], /contains more/],
  ['2,001 credentials', many(2001, (at) => credentialLine({ name: `A_KEY_${at}` })), /more credentials or profiles/],
]

test.each(wrong)(
  'a file with %s is refused in a sentence that names it, and writes nothing',
  async (_, lines, said) => {
    const before = await to.state()
    const upload = await to.uploaded(await sealedFile(lines))
    const error = { code: 'INVALID_INPUT', message: expect.stringMatching(said) }
    expect(await to.imports.preview(upload, passphrase)).toMatchObject({ ok: false, error })
    const order = { passphrase, digest: '', choices: skip }
    expect(await to.imports.apply(operator, upload, order)).toMatchObject({ ok: false, error })
    expect(await to.state()).toBe(before)
  },
)

type Tx = Prisma.TransactionClient
const at = '2026-11-20T00:00:00.000Z'
const hourMs = 60 * 60_000
/** So many hours after the clock of the instance. */
const inHours = (hours: number, ms = 0) => new Date(to.ports.clock.now() + hours * hourMs + ms).toISOString()

test('a profile comes as it may be: locked without an end, or revoked, or with a clock that is a day ahead', async () => {
  const own = { id: idOf('prof', '8'), token: idOf('ark', '8'), keys: [] }
  const unlocked = { locked_at: null, ends_unlocked: true }
  const verdictOf = async (more: object) => {
    const upload = await to.uploaded(await sealedFile([profileLine({ ...own, ...more })]))
    const preview = await to.imports.preview(upload, passphrase)
    return preview.ok && preview.value.kinds.profiles
  }
  for (const more of [
    { expires_at: '2999-01-01T00:00:00.000Z' },
    { locked_at: null, revoked_at: at },
    { created_at: inHours(24) },
    { ...unlocked, expires_at: inHours(24, unlockedMs) },
  ]) {
    expect(await verdictOf(more), JSON.stringify(more)).toMatchObject({ new: 1 })
  }
  expect(await verdictOf({ created_at: inHours(24, 1) })).toBe(false)
  expect(await verdictOf({ ...unlocked, expires_at: inHours(24, unlockedMs + 1) })).toBe(false)
})

test.each([
  ['token', { sealed: 'another' }],
  ['limits', { limits: { concurrency: -1 } }],
  ['rules for scripts', { scripts: { language: 'cobol' } }],
])('a profile whose %s cannot be read here is not compared, and stays as it is', async (_, data) => {
  const id = idOf('prof', '9')
  const file = await sealedFile([profileLine({ id, token: idOf('ark', '9'), keys: [], description: 'Another' })])
  await to.imported(file)
  await to.db.profile.update({ where: { id }, data })
  const { items } = got(await to.imports.preview(await to.uploaded(file), passphrase))
  expect(items).toMatchObject([{ name: id, verdict: 'blocked', reason: 'other_token' }])
  await to.db.profile.delete({ where: { id } })
  await to.db.tombstone.deleteMany({ where: { id } })
})

test('an import waits for a change of a credential or a profile that is under way, and a preview does not', async () => {
  const [name, id] = ['LOCKED_KEY', idOf('prof', 'a')]
  const lines = (value: string, description: string) =>
    sealedFile([credentialLine({ name, value }), profileLine({ id, token: idOf('ark', 'a'), keys: [], description })])
  await to.imported(await lines('the-first-value', 'First'))
  const upload = await to.uploaded(await lines('the-second-value', 'Second'))
  for (const change of [
    (tx: Tx) => tx.credential.update({ where: { name }, data: { description: 'Changed meanwhile' } }),
    (tx: Tx) => tx.profile.update({ where: { id }, data: { hosts: ['meanwhile.example.com'] } }),
  ]) {
    const outcome = await to.db.$transaction(async (tx) => {
      await change(tx)
      const { digest } = got(await to.imports.preview(upload, passphrase))
      const applied = to.imports.apply(operator, upload, { passphrase, digest, choices: overwrite })
      const waiting = () => tx.$queryRaw`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(waiting).toHaveLength(1)
      return { applied }
    })
    expect(await outcome.applied).toMatchObject({ error: { code: 'CONFLICT' } })
  }
})

test.each([
  ['is full', Object.assign(new Error('no space'), { code: 'ENOSPC' }), 'STORAGE_FULL'],
  ['gets too much', new AirlockError('too_large'), 'PAYLOAD_TOO_LARGE'],
  ['breaks', new Error('it broke'), undefined],
])('an upload to a disk that %s leaves no file', async (_, cause, code) => {
  const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(cause) })
  const upload = to.imports.upload(operator, body)
  if (code === undefined) await expect(upload).rejects.toThrow('it broke')
  else expect(await upload).toMatchObject({ error: { code } })
  const stream = new Blob(['a']).stream()
  const { id } = got(await to.imports.upload(operator, stream))
  got(await to.imports.drop(id))
  expect(await to.imports.preview(id, passphrase)).toMatchObject({ error: { code: 'NOT_FOUND' } })
})

test('a preview that nobody could read is refused', async () => {
  const wide = many(150, (at) => {
    const description = 'x'.repeat(500)
    const all = keys(32).map((key) => ({ ...key, description }))
    const [id, token] = ['prof', 'ark'].map((prefix) => `${prefix}_${sha256(String(at)).slice(0, 22)}`)
    return profileLine({
      id,
      token,
      keys: all,
      hosts: many(64, (n) => `${'a'.repeat(60)}.${'b'.repeat(60)}.h${n}.test`),
    })
  })
  const upload = await to.uploaded(await sealedFile(wide))
  const refused = await to.imports.preview(upload, passphrase)
  expect(refused).toMatchObject({ error: { message: expect.stringMatching(/more credentials or profiles than/) } })
})

test('the preview names a new profile with its hosts and keys, and a changed field with what is here and in the file', async () => {
  const [first, second] = [profileLine({ hosts: ['a.example.com'] }), profileLine({ hosts: ['b.example.com'] })]
  const preview = async (lines: readonly unknown[]) =>
    got(await to.imports.preview(await to.uploaded(await sealedFile(lines)), passphrase))
  const { items } = await preview([credentialLine(), first])
  expect(items).toMatchObject([
    { kind: 'credentials', name: 'A_KEY', verdict: 'new' },
    { kind: 'profiles', name: idOf('prof', '0'), title: 'A test', verdict: 'new' },
  ])
  const fields = items.flatMap((item) => (item.verdict === 'blocked' ? [] : item.fields))
  expect(fields).toContainEqual({ field: 'value', before: null, after: true })
  expect(fields).toContainEqual({ field: 'hosts', before: null, after: ['a.example.com'] })
  const key = { name: 'A_KEY', description: '', by_operator: true, is_approved: true, places: [] }
  expect(fields).toContainEqual({ field: 'keys', before: null, after: [key] })
  expect(JSON.stringify(items)).not.toMatch(/a-value-of-the-key|ark_/)

  await to.imported(await sealedFile([credentialLine(), first]))
  expect((await preview([credentialLine(), second])).items).toMatchObject([
    {
      ...{ kind: 'profiles', verdict: 'differs' },
      fields: [{ field: 'hosts', before: ['a.example.com'], after: ['b.example.com'] }],
    },
  ])
})

test('a key is approved only if its credential has a value here that is that of the file, and the file says so', async () => {
  await using to = await openInstance(3)
  const none = credentialLine({ name: 'EMPTY_KEY', value: null })
  const keys = [keyLine({ is_approved: false }), ...['ABSENT_KEY', 'EMPTY_KEY'].map((name) => keyLine({ name }))]
  const file = await sealedFile([credentialLine(), none, profileLine({ keys })])
  await to.imported(file)
  expect(await to.db.profileKey.findMany({ orderBy: { name: 'asc' } })).toMatchObject([
    { name: 'ABSENT_KEY', credentialId: null },
    { name: 'A_KEY', credentialId: null },
    { name: 'EMPTY_KEY', credentialId: null },
  ])
  const { kinds } = got(await to.imports.preview(await to.uploaded(file), passphrase))
  expect(kinds).toMatchObject({ credentials: { equal: 2 }, profiles: { differs: 1 } })
})

test('history whose result this version cannot show does not come, and the rest does', async () => {
  await using to = await openInstance(3)
  const other = { id: idOf('prof', '3'), token: idOf('ark', '3') }
  const of = (character: string, more: object) =>
    executionLine({
      execution: { id: idOf('exec', character), principal_id: other.id, ...more },
      script: { token_hash: sha256(character) },
    })
  const longest = { ...of('3', {}), journal: many(2000, (seq) => callLine({ seq })) }
  const file = await sealedFile([profileLine({ ...other, keys: [] }), scriptLine, longest, of('4', { output: {} })])
  expect(await to.imported(file)).toMatchObject({ added: 2, blocked: 1 })
})

test('an execution does not come without its profile, nor with the id or the token of one that is here', async () => {
  await using to = await openInstance(3)
  const owner = { id: idOf('prof', '5'), token: idOf('ark', '5'), keys: [] }
  const of = (id: string, token: string, principal_id = owner.id) =>
    executionLine({ execution: { id: idOf('exec', id), principal_id }, script: { token_hash: sha256(token) } })
  const withOwner = (...lines: unknown[]) => sealedFile([profileLine(owner), scriptLine, ...lines])
  expect(await to.imported(await withOwner(of('5', 'token 5')))).toMatchObject({ added: 2, blocked: 0 })
  const later = await withOwner(of('5', 'token 6'), of('6', 'token 5'), of('7', 'token 7', idOf('prof', '6')))
  const counts = got(await to.imports.preview(await to.uploaded(later), passphrase)).kinds.history
  expect(counts).toMatchObject({ new: 0, equal: 2, blocked: 1 })
  await to.imported(later)
  const ids = (await to.db.execution.findMany({ where: { principalId: { in: [owner.id, idOf('prof', '6')] } } })).map(
    ({ id }) => id,
  )
  expect(ids).toEqual([idOf('exec', '5')])
})

test('what is overwritten gets a version above that of here and of the file', async () => {
  await using to = await openInstance(3)
  const name = 'VERSION_KEY'
  const credential = (value: string) => credentialLine({ name, value })
  const profile = (version: number, description: string) =>
    profileLine({ id: idOf('prof', '7'), token: idOf('ark', '7'), keys: [keyLine({ name })], version, description })
  const versions = async () => [
    (await to.db.credential.findUniqueOrThrow({ where: { name } })).version,
    (await to.db.profile.findUniqueOrThrow({ where: { id: idOf('prof', '7') } })).version,
  ]
  await to.imported(await sealedFile([credential('the-first-value'), profile(5, 'First')]))
  expect(await versions()).toEqual([1, 5])
  await to.imported(await sealedFile([credential('the-second-value'), profile(2, 'Second')]), overwrite)
  expect(await versions()).toEqual([2, 6])
})

test('an empty upload is refused', async () => {
  const refused = { ok: false, error: { code: 'INVALID_INPUT', details: { file: expect.stringContaining('empty') } } }
  expect(await to.imports.upload(operator, null)).toMatchObject(refused)
  expect(await to.imports.upload(operator, new Blob([]).stream())).toMatchObject(refused)
})

test('a wrong passphrase is the fault of its field, a broken file of its own, and an error of this instance of neither', async () => {
  const upload = await to.uploaded(await sealedFile([credentialLine()]))
  const fieldOf = async (id: string, given: string) => {
    const outcome = await to.imports.preview(id, given)
    return outcome.ok ? [] : Object.keys(outcome.error.details ?? {})
  }
  expect(await fieldOf(upload, `${passphrase}x`)).toEqual(['passphrase'])
  expect(await fieldOf(await to.uploaded(Buffer.from('no file of ours')), passphrase)).toEqual(['file'])
  const ring = () => {
    throw new Error('no key')
  }
  const imports = createImports({ ...to.ports, dataDir: to.dataDir, ring })
  await expect(imports.preview(upload, passphrase)).rejects.toThrow('no key')
})
