import { describe, expect, test, vi } from 'vitest'
import type { JournalEntry } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import type { AnswerStore } from '../core/ports.ts'
import type { Grant } from '../core/skill.ts'
import type { EgressResult, EgressSession } from '../egress/session.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { usedCapabilities } from '../journal/used-capabilities.ts'
import { testOwner } from '../operations/testing/owner.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { createRedactor } from '../redact/redact.ts'
import { createHostSeam, type DurableJournal } from './host-seam.ts'

const realValue = 'r3al-value-of-the-key'
const limits = {
  timeoutMs: 1000,
  memoryMb: 16,
  cpus: 1,
  fuel: 10,
  outputKb: 10,
  hostCalls: 3,
  hostCallsInFlight: 1,
  responseKb: 10,
}
const withNetwork: Grant = {
  permissions: { ...nothing, network: { egress: ['api.example.com'], methods: ['GET'] }, secrets: ['KEY'] },
  limits,
  runtimes: [],
}
const ok: EgressResult = {
  kind: 'response',
  status: 200,
  headers: [['content-type', 'application/json']],
  body: Buffer.from('{"a":1}'),
  url: 'https://api.example.com/',
}

type Options = {
  grant?: Grant
  answer?: EgressResult | (() => EgressResult)
  answers?: AnswerStore
  signal?: AbortSignal
  onOffsets?: () => void
  durable?: DurableJournal
  values?: readonly string[] | undefined
}

function seamWith({
  grant = withNetwork,
  answer = ok,
  answers,
  signal,
  onOffsets,
  durable,
  values = [realValue],
}: Options = {}) {
  const lines: string[] = []
  const asked: string[] = []
  const session: EgressSession = {
    placeholders: { KEY: '__secret__' },
    redact: createRedactor(values),
    fetch: async ({ url, method }) => {
      asked.push(`${method} ${url}`)
      return typeof answer === 'function' ? answer() : answer
    },
    keyFor: () => ({ kind: 'unknown' }),
    hideMade: () => {},
    outOfTime: () => false,
    data: () => undefined,
    oldestMs: () => undefined,
    async [Symbol.asyncDispose]() {},
  }
  const seam = createHostSeam({
    owner: testOwner,
    grant,
    session,
    withheldSecrets: ['WITHHELD', 'ALSO'],
    services: {
      timeOffsets: (pairs) => {
        onOffsets?.()
        if (pairs.some(([place]) => place === 'no zones')) return { ok: false, reason: 'there are no zones' }
        return { ok: true, offsets: pairs.map(([place]) => (place === 'XXX' ? null : place)) }
      },
    },
    clock: { now: () => 0, monotonic: () => 0 },
    signal: signal ?? new AbortController().signal,
    durable,
    answers,
    log: (_, text) => lines.push(text),
  })
  return { seam, lines, asked }
}
const request = { url: 'https://api.example.com/', method: 'get', headers: [], body: null, timeoutMs: null }

test('answers a granted fetch with the body as bytes, and journals only the hash of the body', async () => {
  const { seam, asked } = seamWith()
  const answer = await seam.call('fetch', request, 5_000_000)
  expect(answer).toMatchObject({
    kind: 'value',
    value: { status: 200 },
    body: ok.kind === 'response' ? ok.body : undefined,
  })
  expect(asked).toEqual(['GET https://api.example.com/'])
  expect(seam.journal).toMatchObject([
    { seq: 0, op: 'fetch', fuel_left: 5_000_000, result_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ])
  expect(JSON.stringify(seam.journal)).not.toContain('{\\"a\\":1}')
  expect(await seam.trace()).toEqual([{ op: 'fetch', url: 'https://api.example.com/', fuel: 5, ms: 0 }])
})

test('the used hosts include those of requests that are too long for the journal', async () => {
  const { seam } = seamWith()
  await seam.call('fetch', { ...request, headers: [['x-pad', 'x'.repeat(5000)]] }, 5_000_000)
  expect(seam.journal).toMatchObject([{ args: { hash: expect.any(String) } }])
  expect(usedCapabilities(seam.journal, seam.hostOf)).toEqual([{ op: 'fetch', host: 'api.example.com', calls: 1 }])
})

test('the used hosts include those of long requests that a resumed execution repeats', () => {
  const { seam } = seamWith()
  seam.repeated(0, 'fetch', { ...request, headers: [['x-pad', 'x'.repeat(5000)]] })
  expect(seam.hostOf(0)).toBe('api.example.com')
})

test('no host is read from a URL that is too long to be sent, or has no host that a DNS name can be', async () => {
  const { seam } = seamWith()
  await seam.call('fetch', { ...request, url: `https://a.example/${'p'.repeat(20_000)}` }, 1)
  await seam.call('fetch', { ...request, url: `https://${'h'.repeat(1000)}.example/` }, 1)
  await seam.call('fetch', { ...request, url: `https://b.example/${'p'.repeat(10_000)}` }, 1)
  expect([seam.hostOf(0), seam.hostOf(1), seam.hostOf(2)]).toEqual([undefined, undefined, 'b.example'])
})

test('journals only the hash of a request body', async () => {
  const { seam } = seamWith()
  await seam.call('fetch', { ...request, body: { text: 'card=4111' } }, 1)
  expect(JSON.stringify(seam.journal)).not.toContain('4111')
  expect(seam.journal[0]?.args).toHaveProperty('body_hash')
})

test('a blocked request or a missing credential ends the execution, a failed request rejects', async () => {
  const call = (answer: EgressResult) => seamWith({ answer }).seam.call('fetch', request, 1)
  expect(await call({ kind: 'blocked', cause: 'network.egress', reason: 'host' })).toMatchObject({
    kind: 'end',
    code: 'EGRESS_BLOCKED',
  })
  expect(await call({ kind: 'unconfigured', secret: 'KEY' })).toMatchObject({ kind: 'end', code: 'NOT_CONFIGURED' })
  expect(await call({ kind: 'failed', reason: 'timeout', message: 'late' })).toEqual({
    kind: 'rejected',
    name: 'TimeoutError',
    message: 'late',
  })
})

test.for<[string, Json]>([
  ['a text instead of an object', 'x'],
  ['an unknown key', { ...request, redirect: 'follow' }],
  ['a header that is not a pair', { ...request, headers: [['a']] }],
  ['a missing url', { method: 'GET' }],
])('sends no request for invalid fetch arguments: %s', async ([, args]) => {
  const { seam, asked } = seamWith()
  expect(await seam.call('fetch', args, 1)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
  expect(asked).toEqual([])
})

test.for<[string, object, string]>([
  ['a negative time limit', { timeoutMs: -1 }, 'fetch: timeoutMs: must be above 0 and at most 600000'],
  ['a long URL', { url: 'a'.repeat(16_385) }, 'fetch: url: has more than 16384 characters'],
  ['a way of redirects that nobody has', { redirect: 'error' }, 'fetch: redirect: must be follow or manual'],
  ['too many headers', { headers: Array(65).fill(['a', 'b']) }, 'fetch: headers: has more than 64 headers'],
  ['a header with a long value', { headers: [['a', 'b'.repeat(16_385)]] }, 'headers.0.1: is a value with more than'],
  ['a long method', { method: 'A'.repeat(17) }, 'fetch: method: is not a method'],
])('names the argument of fetch that is wrong: %s', async ([, wrong, message]) => {
  const { seam } = seamWith()
  expect(await seam.call('fetch', { ...request, ...wrong }, 1)).toMatchObject({
    kind: 'rejected',
    message: expect.stringContaining(message),
  })
})

test('an undeclared secret ends the execution, even if its name is on Object.prototype', async () => {
  const { seam } = seamWith()
  expect(await seam.call('secrets.get', { name: 'KEY' }, 1)).toMatchObject({ kind: 'value' })
  expect(await seam.call('secrets.get', { name: 'OTHER' }, 1)).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
  expect(await seam.call('secrets.get', { name: 'constructor' }, 1)).toMatchObject({ kind: 'end' })
})

test('a withheld secret rejects, and is stated once, with who withholds it', async () => {
  const [also, withheld] = [
    { permission: 'secrets', item: 'ALSO', by: ['config'] },
    { permission: 'secrets', item: 'WITHHELD', by: ['source'] },
  ] as const
  const { seam } = seamWith({ grant: { ...withNetwork, withheld: [also, withheld] } })
  for (const name of ['WITHHELD', 'ALSO', 'WITHHELD']) {
    expect(await seam.call('secrets.get', { name }, 1)).toMatchObject({ kind: 'rejected', name: 'CapabilityRevoked' })
  }
  expect(seam.denied()).toEqual([withheld, also])
})

test('ends an execution that exceeds the limit of host calls; log lines do not count', async () => {
  const { seam } = seamWith()
  for (let n = 0; n < 10; n++) await seam.call('console.log', { level: 'info', text: 'x' }, 1)
  for (let n = 0; n < 3; n++) expect((await seam.call('time.offset', { pairs: [] }, 1)).kind).toBe('value')
  expect(await seam.call('time.offset', { pairs: [] }, 1)).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
})

test('time.offset rejects with a catchable error where there are no zones', async () => {
  const { seam } = seamWith()
  expect(await seam.call('time.offset', { pairs: [['no zones', '2026-01-01T00:00']] }, 1)).toEqual({
    kind: 'rejected',
    name: 'RangeError',
    message: 'time.offset: there are no zones',
  })
})

test('drops log lines over the byte budget from log and journal', async () => {
  const { seam, lines } = seamWith()
  for (let n = 0; n < 40; n++) await seam.call('console.log', { level: 'info', text: 'x'.repeat(4096) }, 1)
  await expect.poll(() => lines).toHaveLength(16)
  expect(seam.journal).toHaveLength(16)
})

test('a long log line is redacted between other work, and lines are logged in their order', async () => {
  const { seam, lines } = seamWith()
  const long = '\\'.repeat(60 * 1024)
  for (const text of [long, 'short']) await seam.call('console.log', { level: 'info', text }, 1)
  expect(lines).toEqual([])
  await expect.poll(() => lines).toEqual([long, 'short'])
  // The journal has its hash, for which nobody searches it.
  const { args } = seam.journal[0] ?? {}
  expect(args).toEqual({ level: 'info', text: { hash: expect.any(String), bytes: 2 * long.length + 2 } })
})

const places = (count: number) => Array.from({ length: count }, (_, index) => [`P${index}`, '2026-01-01T00:00'])

test('time.offset lets other work run during a long list, and returns the offsets in order', async () => {
  const turns: number[] = []
  let turn = 0
  const count = () => {
    turn += 1
    if (turns.length < 3) setImmediate(count)
  }
  setImmediate(count)
  const { seam } = seamWith({ onOffsets: () => turns.push(turn) })
  const answer = await seam.call('time.offset', { pairs: places(250) }, 1)
  expect(answer).toEqual({ kind: 'value', value: places(250).map(([place]) => place) })
  expect(turns).toHaveLength(3)
  expect(new Set(turns).size).toBe(3)
})

test('time.offset answers null for an unknown place, and all others keep their answers', async () => {
  const { seam } = seamWith()
  const pairs = [['XXX', '2026-01-01T00:00'], ...places(230), ['XXX', '2026-01-01T00:00']]
  expect(await seam.call('time.offset', { pairs }, 1)).toEqual({
    kind: 'value',
    value: [null, ...places(230).map(([place]) => place), null],
  })
})

test('ends an execution that requests too many time offsets', async () => {
  const { seam } = seamWith({ grant: { ...withNetwork, limits: { ...limits, hostCalls: 10 } } })
  for (let n = 0; n < 4; n++) expect((await seam.call('time.offset', { pairs: places(5000) }, 1)).kind).toBe('value')
  expect(await seam.call('time.offset', { pairs: places(1) }, 1)).toMatchObject({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
  })
})

test('computes no offsets for an ended execution', async () => {
  let worked = 0
  const { seam } = seamWith({ signal: AbortSignal.abort(), onOffsets: () => (worked += 1) })
  expect(await seam.call('time.offset', { pairs: places(1) }, 1)).toMatchObject({ kind: 'rejected' })
  expect(worked).toBe(0)
})

test('journals a call in flight as unanswered, and replaces that entry when the answer arrives', async () => {
  const { seam } = seamWith()
  const asked = seam.call('fetch', request, 7)
  expect(seam.journal).toMatchObject([
    { seq: 0, op: 'fetch', args: { url: request.url }, result: { kind: 'unanswered' }, fuel_left: 7 },
  ])
  await asked
  expect(seam.journal).toHaveLength(1)
  expect(seam.journal).toMatchObject([{ seq: 0, result_hash: expect.any(String) }])
})

test('redacts real secret values in log, journal and trace', async () => {
  const url = `https://api.example.com/?k=${realValue}`
  const { seam, lines } = seamWith({ grant: { ...withNetwork, limits: { ...limits, hostCalls: 10 } } })
  await seam.call('fetch', { ...request, url }, 1)
  await seam.call('console.log', { level: 'info', text: `key ${realValue}, password=hunter2-and-more` }, 1)
  await seam.call('time.offset', { pairs: [['XXX', realValue]] }, 1)
  expect(lines).toEqual(['key [REDACTED...-key], password=[REDACTED...more]'])
  expect(JSON.stringify([seam.journal, await seam.trace()])).not.toMatch(/r3al|hunter2/)
  expect(seam.journal.map(({ args }) => args)).toMatchObject([
    { url: 'https://api.example.com/?k=[REDACTED...-key]' },
    { text: lines[0] },
    { pairs: [['XXX', '[REDACTED...-key]']] },
  ])
})

test('redacts a secret that is split across log lines in every journal write', async () => {
  const written: JournalEntry[] = []
  const writer = createJournalWriter(async (entries) => void written.push(...entries))
  const { seam } = seamWith({
    grant: { ...withNetwork, permissions: { ...withNetwork.permissions, llm: true } },
    durable: { writer, past: [], known: 0, isLazy: true },
  })
  const log = (text: string) => seam.call('console.log', { level: 'info', text }, 1)
  const shown = (entries: readonly JournalEntry[]) =>
    entries.flatMap(({ op, args }) => (op === 'console.log' ? [Object(args).text] : []))
  for (const letter of realValue) await log(letter)
  expect(shown(await seam.unwritten()).join('')).toBe('[REDACTED...-key]')
  await log('begins: r3al-value')
  await log('-of-the-key, ends')
  await seam.call('llm.complete', { prompt: 'What of it?', model: 'default' }, 1)
  expect(shown(written).join('')).toBe('[REDACTED...-key]begins: [REDACTED...-key], ends')
  expect(written.map(({ op }) => op)).toContain('llm.complete')
  expect(await seam.changed()).toEqual([])
  await log('then r3al-v')
  await seam.call('llm.complete', { prompt: 'And now?', model: 'default' }, 1)
  await log('alue-of-the-key')
  expect(shown(await seam.changed())).toEqual(['then [REDACTED...-key]'])
  expect(shown(await seam.unwritten())).toEqual([''])
})

test('ends an execution that waits although it cannot be resumed: its answers are over 32 MB', async () => {
  const written: JournalEntry[] = []
  const writer = createJournalWriter(async (entries) => void written.push(...entries))
  const grant = {
    ...withNetwork,
    permissions: { ...withNetwork.permissions, llm: true },
    limits: { ...limits, hostCalls: 50 },
  }
  const durable = { writer, past: [], known: 0, isLazy: true }
  let asked = 0
  const large = (): EgressResult => ({ ...Object(ok), body: new Uint8Array(8 * 1024 * 1024).fill(asked++) })
  const { seam } = seamWith({ grant, durable, answers: createMemoryAnswers(), answer: large })
  const model = { prompt: 'x'.repeat(5000), model: 'default' }
  for (let n = 0; n < 3; n += 1) await seam.call('fetch', request, 1)
  expect(await seam.call('llm.complete', model, 1)).toEqual({ kind: 'suspend' })
  for (let n = 0; n < 2; n += 1) await seam.call('fetch', request, 1)
  expect(await seam.call('llm.complete', { ...model, prompt: 'y'.repeat(5000) }, 1)).toEqual({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
    cause: 'stored_answers',
    reason: 'waiting for an outside answer after answers of more than 32 MB',
  })
  expect(written.filter(({ result }) => result.kind === 'awaited')).toHaveLength(1)
})

describe('a waiting execution’s journal hides a secret that is only partly printed', () => {
  const lineOf = (text: string) => ({ level: 'info', text })
  const isLine = ({ op }: JournalEntry) => op === 'console.log'

  /** A journal that stores entries by `seq`; `leg` runs a part of an execution that prints lines. */
  function storedJournal() {
    const rows = new Map<number, JournalEntry>()
    const writer = createJournalWriter(async (entries) => {
      for (const entry of entries) rows.set(entry.seq, entry)
    })
    const grant = { ...withNetwork, permissions: { ...withNetwork.permissions, llm: true } }
    const lines = () => [...rows.values()].filter(isLine).sort((a, b) => a.seq - b.seq)
    const shown = () => lines().map(({ args }) => Object(args).text)
    return {
      shown,
      /** `before`: lines of earlier legs, which the resumed guest prints again. */
      async leg(before: readonly string[], printed: readonly string[], values?: readonly string[]) {
        const past = lines()
        const known = past.length
        const { seam } = seamWith({ grant, values, durable: { writer, past, known, isLazy: true } })
        // A write may read the lines at any time while they are printed again.
        const read = seam.changed()
        for (const [at, text] of before.entries()) seam.repeated(at, 'console.log', lineOf(text))
        if (values !== undefined) expect(await read).toEqual([])
        for (const text of printed) await seam.call('console.log', lineOf(text), 1)
        return {
          wait: () => seam.call('llm.complete', { prompt: '?' }, 1),
          end: async () => writer.writeAll([...(await seam.changed()), ...(await seam.unwritten()).filter(isLine)]),
        }
      },
    }
  }
  const [first, second] = ['key: r3al-value-o', 'f-the-key.']

  test.each([
    ['in clear', ['key: r3al-value-o'], ['key: [REDACTED]']],
    ['letter by letter', [...'r3al-value'], ['[REDACTED]', ...Array(9).fill('')]],
    ['backwards', ['yek-eht-fo-e'], ['[REDACTED]']],
    ['up to the middle of an escape', ['r3al-value\\u00'], ['[REDACTED]']],
    ['in hex', [Buffer.from('r3al-value-o').toString('hex')], ['[REDACTED]']],
    [
      'in Base64',
      [`= ${Buffer.from('a r3al-value-of-t').toString('base64')}`],
      [expect.stringMatching(/^= .*\[REDACTED\]$/)],
    ],
    ['not if the part is too short: seven letters', ['r3al-va'], ['r3al-va']],
    ['not if other text follows the part', ['r3al-value-o and then some'], ['r3al-value-o and then some']],
  ])('%s', async (_, printed, shown) => {
    const journal = storedJournal()
    await (await journal.leg([], printed)).wait()
    expect(journal.shown()).toEqual(shown)
  })

  test('redacts the whole secret when the next leg prints the rest', async () => {
    const journal = storedJournal()
    await (await journal.leg([], [first])).wait()
    await (await journal.leg([first], [second])).wait()
    expect(journal.shown()).toEqual(['key: [REDACTED...-key]', '.'])
    await (await journal.leg([first, second], ['done'])).end()
    expect(journal.shown()).toEqual(['key: [REDACTED...-key]', '.', 'done'])
  })

  test('restores the hidden text when the execution ends without the rest of the secret', async () => {
    const journal = storedJournal()
    await (await journal.leg([], [first])).wait()
    await (await journal.leg([first], ['done'])).end()
    expect(journal.shown()).toEqual([first, 'done'])
  })

  test('keeps text redacted when the secret is replaced before the execution resumes', async () => {
    const journal = storedJournal()
    const printed = [`is ${realValue}`, first]
    await (await journal.leg([], printed)).wait()
    const before = journal.shown()
    expect(before).toEqual(['is [REDACTED...-key]', 'key: [REDACTED]'])
    await (await journal.leg(printed, ['done'], ['an0ther-value'])).end()
    expect(journal.shown()).toEqual([...before, 'done'])
  })
})

/** A journal whose writes complete only when the test calls `writeNext`. */
function slowJournal() {
  const written: JournalEntry[] = []
  const waiting: (() => void)[] = []
  const writer = createJournalWriter(async (entries) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    written.push(...entries)
  })
  const writeNext = async () => {
    await vi.waitUntil(() => waiting.length > 0, { timeout: 30_000 })
    waiting.shift()?.()
  }
  return { written, writeNext, durable: { writer, past: [], known: 0 } }
}

test('stores an answer in the journal before the guest gets it', async () => {
  const { written, writeNext, durable } = slowJournal()
  const { seam } = seamWith({ durable })
  let isAnswered = false
  const asked = seam.call('fetch', request, 1).then(() => {
    isAnswered = true
    expect(written).toMatchObject([{ seq: 0, op: 'fetch', settled: 0 }])
  })
  await new Promise(setImmediate)
  expect(isAnswered).toBe(false)
  await writeNext()
  await asked
})

test.each([
  ['a POST', { ...request, method: 'post' }, false],
  ['a GET', request, true],
  ['a POST with an idempotency key', { ...request, method: 'post', headers: [['Idempotency-Key', 'k']] }, true],
  ['a POST with an empty key', { ...request, method: 'post', headers: [['Idempotency-Key', ' ']] }, false],
  ['a POST with an empty quoted key', { ...request, method: 'post', headers: [['idempotency-key', '""']] }, false],
  [
    'a POST with two keys, one of them empty',
    {
      ...request,
      method: 'post',
      headers: [
        ['Idempotency-Key', 'k'],
        ['Idempotency-Key', ''],
      ],
    },
    false,
  ],
  ['a GET with a POST override in a header', { ...request, headers: [['X-HTTP-Method-Override', 'POST']] }, false],
  ['a GET with a POST override in its query', { ...request, url: `${request.url}?_method=post` }, false],
  ['an OPTIONS request with a body', { ...request, method: 'options', body: { text: '_method=POST' } }, false],
  ['a GET with a HEAD override in a header', { ...request, headers: [['X-HTTP-Method', 'head']] }, true],
])('sends %s without awaiting its journal entry only if the request may be repeated', async (_, args, isRepeatable) => {
  const { written, writeNext, durable } = slowJournal()
  const permissions = {
    ...withNetwork.permissions,
    network: { egress: ['api.example.com'], methods: ['POST' as const] },
  }
  const { seam, asked } = seamWith({ durable, grant: { ...withNetwork, permissions } })
  const answered = seam.call('fetch', args, 1)
  await new Promise(setImmediate)
  // A call that must not repeat is journaled before it is sent.
  expect(asked.length).toBe(isRepeatable ? 1 : 0)
  if (!isRepeatable) {
    await writeNext()
    await vi.waitUntil(() => asked.length > 0, { timeout: 30_000 })
    expect(written).toMatchObject([{ seq: 0, result: { kind: 'unanswered' } }])
  }
  await writeNext()
  await answered
})

test('a resumed execution continues the counts of calls, sequence numbers, answers and log bytes', async () => {
  const line = (seq: number): JournalEntry => ({
    seq,
    op: 'console.log',
    args: { level: 'info', text: 'x'.repeat(4096) },
    result: { kind: 'value', value: null },
    settled: seq,
    fuel_left: 1,
    duration_ms: 0,
  })
  const offset: JournalEntry = { ...line(15), op: 'time.offset', args: { pairs: [] } }
  const written: JournalEntry[] = []
  const writer = createJournalWriter(async (entries) => void written.push(...entries))
  const past = [...Array.from({ length: 15 }, (_, seq) => line(seq)), offset]
  const { seam, lines } = seamWith({ durable: { writer, past, known: 16 } })
  for (const { seq, op, args } of past) seam.repeated(seq, op, args)
  for (let n = 0; n < 3; n++) await seam.call('console.log', { level: 'info', text: 'x'.repeat(4096) }, 1)
  await expect.poll(() => lines).toHaveLength(1)
  expect(written).toMatchObject([{ seq: 16, settled: 16 }])
  for (let n = 0; n < 2; n++) expect((await seam.call('time.offset', { pairs: [] }, 1)).kind).toBe('value')
  expect(await seam.call('time.offset', { pairs: [] }, 1)).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
})

test('writes a lazy journal with all earlier answers before the first call that must not be repeated', async () => {
  const writes: string[][] = []
  const writer = createJournalWriter(async (entries) => {
    writes.push(entries.map(({ seq, result, settled }) => `${seq} ${result.kind} ${settled ?? 'open'}`))
  })
  const permissions = {
    ...withNetwork.permissions,
    network: { egress: ['api.example.com'], methods: ['GET' as const, 'POST' as const] },
  }
  const grant = { ...withNetwork, permissions, limits: { ...limits, hostCalls: 10 } }
  const { seam } = seamWith({ durable: { writer, past: [], known: 0, isLazy: true }, grant })
  await seam.call('fetch', request, 1)
  await seam.call('console.log', { level: 'info', text: 'one' }, 1)
  expect([writes, seam.hasWritten, (await seam.unwritten()).length]).toEqual([[], false, 2])
  await seam.call('fetch', { ...request, method: 'post' }, 1)
  expect(writes).toEqual([['0 value 0', '1 value 1'], ['2 unanswered open'], ['2 value 2']])
  await seam.call('fetch', request, 1)
  expect([writes.length, seam.hasWritten, (await seam.unwritten()).length]).toEqual([3, true, 1])
  expect(await seam.call('llm.complete', { prompt: '?' }, 1)).toMatchObject({ kind: 'end' })
})

test('a lazy journal is complete before the execution waits for an answer from outside', async () => {
  const written: number[] = []
  const writer = createJournalWriter(async (entries) => void written.push(...entries.map(({ seq }) => seq)))
  const grant = { ...withNetwork, permissions: { ...withNetwork.permissions, llm: true } }
  const { seam } = seamWith({ durable: { writer, past: [], known: 0, isLazy: true }, grant })
  await seam.call('fetch', request, 1)
  expect(await seam.call('llm.complete', { prompt: '?' }, 1)).toEqual({ kind: 'suspend' })
  expect(written).toEqual([0, 1])
})
