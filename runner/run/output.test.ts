import { expect, test } from 'vitest'
import { errorOf } from '../contract/faults.ts'
import { newId } from '../contract/ids.ts'
import { SkillManifest } from '../contract/manifest.ts'
import { publicPrincipal } from '../contract/principal.ts'
import { isUnreadable, type Json, SkillOutput } from '../contract/skill-io.ts'
import { createRedactor } from '../redact/redact.ts'
import type { RuntimeEnd } from '../runtimes/runtime.ts'
import { flightResult } from '../testing/results.ts'
import { completeOutput, errorOutput, type OutputFacts, providerOf, redactOutput, refusalOutput } from './output.ts'

const manifest = SkillManifest.parse({
  name: 'flight-search',
  version: '0.1.0',
  description: 'searches',
  risk_level: 'low',
  credentials: {
    amadeus: {
      kind: 'oauth2_client_credentials',
      host: 'api.amadeus.com',
      token_path: '/token',
      client_id: 'AMADEUS_API_KEY',
      client_secret: 'AMADEUS_API_SECRET',
    },
  },
  input_schema: {
    search_flights: {
      type: 'object',
      properties: {
        date: { type: 'string', format: 'date', description: 'Day of departure. Not past.' },
        return_date: { type: ['string', 'null'], format: 'date' },
      },
    },
  },
})
const facts: OutputFacts = {
  manifest,
  input: { action: 'search_flights', params: { date: '2020-02-13', return_date: '2020-02-12' }, config: {} },
  limits: {
    timeoutMs: 15_000,
    memoryMb: 64,
    cpus: 1,
    fuel: 10,
    outputKb: 10,
    hostCalls: 1,
    hostCallsInFlight: 1,
    responseKb: 1,
  },
  hosts: ['api.amadeus.com'],
  executionId: 'exec_1',
  queryTimeMs: 12,
  fetchedAt: new Date('2026-11-20T00:00:00Z'),
  data: 'sample',
  trace: undefined,
}
const complete = async (outcome: RuntimeEnd) => SkillOutput.parse((await completeOutput(outcome, facts)).output)
const returned = (value: Parameters<typeof completeOutput>[0] & { kind: 'returned' }) => complete(value)

test('the runner, not the skill, sets status, name, version, timing and data label', async () => {
  const forged = {
    results: [{ a: 1 }],
    message: 'done',
    metadata: { source_api: 'api.amadeus.com', partial: true, cached: true, data: 'live', query_time_ms: 0 },
    status: 'success',
    skill: 'other',
    version: '9.9.9',
  }
  expect(await returned({ kind: 'returned', value: forged, fuelUsed: 1 })).toEqual({
    status: 'success',
    skill: 'flight-search',
    version: '0.1.0',
    results: [{ a: 1 }],
    message: 'done',
    metadata: {
      query_time_ms: 12,
      source_api: 'api.amadeus.com',
      cached: false,
      data: 'sample',
      fetched_at: '2026-11-20T00:00:00.000Z',
      partial: true,
    },
  })
})

test('passes on how many offers the skill could not read, and the airports that our data lacks', async () => {
  const metadata = { partial: true, unreadable: 2, unknown_airports: ['KTI'] }
  const output = await complete({ kind: 'returned', value: { results: [], metadata }, fuelUsed: 1 })
  expect(output).toMatchObject({ metadata })
  expect(output.status === 'success' && isUnreadable(output)).toBe(true)
  const none = await complete({ kind: 'returned', value: { results: [] }, fuelUsed: 1 })
  expect(none.status === 'success' && isUnreadable(none)).toBe(false)
  expect(none).not.toHaveProperty('metadata.unreadable')
})

test('counts dropped results with those that the skill could not read', async () => {
  const flights = { ...facts, manifest: { ...manifest, capability: 'C-FLIGHT-SEARCH' as const } }
  const flight = flightResult()
  const value = { results: [flight, { id: 'no flight' }], metadata: { unreadable: 2 } }
  const { output, broken } = await completeOutput({ kind: 'returned', value, fuelUsed: 1 }, flights)
  expect(output).toMatchObject({ status: 'success', results: [flight], metadata: { unreadable: 3 } })
  expect(broken).toMatchObject({ count: 1, of: 2 })
  const none = { results: [{ id: 'no flight' }] }
  expect(await completeOutput({ kind: 'returned', value: none, fuelUsed: 1 }, flights)).toMatchObject({
    output: { status: 'error', error: { code: 'INVALID_OUTPUT' } },
  })
})

test.each([
  ['more results', { has_more: true }],
  ['no more results', { has_more: false }],
  ['hotels with fewer rates', { hotels_with_fewer_rates: 3 }],
  ['hotels that were not asked for', { hotels_asked: { count: 3, of: 5 } }],
])('passes on that there are %s, and says nothing if the skill does not', async (_, metadata) => {
  const [field = ''] = Object.keys(metadata)
  expect(await complete({ kind: 'returned', value: { results: [], metadata }, fuelUsed: 1 })).toMatchObject({
    metadata,
  })
  const silent = await complete({ kind: 'returned', value: { results: [] }, fuelUsed: 1 })
  expect(silent).not.toHaveProperty(`metadata.${field}`)
  expect(silent).not.toHaveProperty('message')
  expect(silent).not.toHaveProperty('trace')
})

test('names no source for a skill without hosts, and the named one of several', async () => {
  const sourceOf = async (hosts: readonly string[], source_api: string) => {
    const value = { results: [], metadata: { source_api } }
    const { output } = await completeOutput({ kind: 'returned', value, fuelUsed: 1 }, { ...facts, hosts })
    return output.status === 'success' && 'source_api' in output.metadata && output.metadata.source_api
  }
  expect(await sourceOf([], 'a.example')).toBe(false)
  expect(await sourceOf(['a.example', 'b.example'], 'b.example')).toBe('b.example')
})

test('only an internal error names the execution', async () => {
  const failed = (code: 'INTERNAL' | 'SKILL_CRASHED') => complete({ kind: 'failed', code, detail: '', fuelUsed: 1 })
  expect(await failed('INTERNAL')).toMatchObject({ error: { facts: { id: 'exec_1' } } })
  expect(await failed('SKILL_CRASHED')).not.toHaveProperty('error.facts')
})

test.for([
  ['live', 'test', 'test'],
  ['live', 'sample', 'sample'],
  ['test', 'sample', 'sample'],
  ['test', 'live', 'test'],
  ['sample', 'live', 'sample'],
  ['sample', 'test', 'sample'],
  [undefined, 'live', undefined],
  [undefined, 'test', 'test'],
  ['sample', undefined, 'sample'],
  [undefined, undefined, undefined],
] as const)('with a %s upstream, results that the skill labels %s are labelled %s', async ([known, said, label]) => {
  const value = { results: [], metadata: said === undefined ? {} : { data: said } }
  const { output } = await completeOutput({ kind: 'returned', value, fuelUsed: 1 }, { ...facts, data: known })
  expect(output.status === 'success' && output.metadata.data).toBe(label)
  expect(Object.hasOwn(Object(output).metadata, 'data')).toBe(label !== undefined)
})

test('the provider’s name is the manifest’s, else the credential’s, else the host’s, else the skill’s', () => {
  expect(providerOf(facts.manifest)).toBe('Amadeus')
  expect(providerOf({ ...facts.manifest, provider: 'Duffel' })).toBe('Duffel')
  const bare = { ...facts.manifest, credentials: {} }
  expect(providerOf(bare)).toBe('flight-search')
  const network = { egress: ['api.amadeus.com'], methods: [] }
  expect(providerOf({ ...bare, permissions: { ...bare.permissions, network } })).toBe('api.amadeus.com')
})

test('names a granted host as source_api if the skill names a host that it may not reach', async () => {
  const value = { results: [], metadata: { source_api: 'evil.example' } }
  expect(await returned({ kind: 'returned', value, fuelUsed: 1 })).toMatchObject({
    metadata: { source_api: 'api.amadeus.com' },
  })
})

test.for<[Json, string, string]>([
  [null, 'output', 'must be an object'],
  ['text', 'output', 'must be an object'],
  [[], 'output', 'must be an object'],
  [{ result: [{}] }, 'results', 'is not a list of objects'],
  [{ results: 'no' }, 'results', 'is not a list of objects'],
  [{ results: [1] }, 'results', 'is not a list of objects'],
  [{ results: [], metadata: { partial: 'yes' } }, 'metadata.partial', 'must be true or false'],
  [{ results: [], metadata: { unreadable: -1 } }, 'metadata.unreadable', 'must be more than 0'],
  [
    { results: [], metadata: { unknown_airports: ['<b>our fault</b>'] } },
    'metadata.unknown_airports.0',
    'must be a three-letter airport or city code in capitals, like AMS',
  ],
] as const)(
  'rejects a value that does not match the schema, and names the field: %j',
  async ([value, field, phrase]) => {
    expect(await completeOutput({ kind: 'returned', value, fuelUsed: 1 }, facts)).toMatchObject({
      output: { error: { code: 'INVALID_OUTPUT', details: { [field]: phrase } } },
      detail: `${field}: ${phrase}`,
    })
  },
)

test('text that a skill throws or raises never reaches the caller', async () => {
  const detail = 'password=hunter2 <script>'
  const outcomes = [
    { kind: 'failed', code: 'SKILL_CRASHED', detail, fuelUsed: 1 },
    { kind: 'raised', code: 'API_UNAVAILABLE', detail, fuelUsed: 1 },
    { kind: 'raised', code: 'INVALID_INPUT', detail, fuelUsed: 1 },
  ] as const
  for (const outcome of outcomes) {
    const output = await complete(outcome)
    expect(output).toMatchObject({ status: 'error', error: { code: outcome.code } })
    expect(JSON.stringify(output)).not.toMatch(/hunter2|script/)
  }
})

test('an error names the provider, the limit, and the field if it is in the input schema', async () => {
  expect(await complete({ kind: 'raised', code: 'API_TIMEOUT', detail: '', fuelUsed: 1 })).toMatchObject({
    error: { code: 'API_TIMEOUT', message: 'Amadeus did not respond within 15000 ms.' },
  })
  expect(
    await complete({ kind: 'raised', code: 'INVALID_INPUT', detail: '', field: 'return_date', fuelUsed: 1 }),
  ).toMatchObject({
    error: {
      code: 'INVALID_INPUT',
      details: {
        return_date: 'cannot be "2020-02-12": the skill accepts a date like 2027-02-13 or null, but not this value',
      },
    },
  })
  expect(
    await complete({ kind: 'raised', code: 'INVALID_INPUT', detail: '', field: 'date', fuelUsed: 1 }),
  ).toMatchObject({
    error: {
      message:
        'The request is not valid: date cannot be "2020-02-13": the skill accepts a date like 2027-02-13 (Day of departure. Not past), but not this value.',
    },
  })
  for (const named of [{ detail: 'secretword', field: 'secretword' }, { detail: 'date: is past' }]) {
    expect(await complete({ kind: 'raised', code: 'INVALID_INPUT', ...named, fuelUsed: 1 })).not.toHaveProperty(
      'error.details',
    )
  }
})

test('the error of a full runtime gives the retry delay as text and as a number', async () => {
  const outcome = { kind: 'failed', code: 'RATE_LIMITED', detail: 'full', fuelUsed: 0, retryAfterMs: 2500 } as const
  expect(await complete(outcome)).toMatchObject({
    status: 'error',
    error: { code: 'RATE_LIMITED', message: 'Too many requests. Try again in 3 s.', retry_after_ms: 2500 },
  })
  const { retryAfterMs: _, ...endless } = outcome
  const unknown = await complete(endless)
  expect(unknown).not.toHaveProperty('error.retry_after_ms')
  expect(JSON.stringify(unknown)).not.toContain('NaN')
})

test('reports a schema mismatch in fewer than 400 characters for any number of invalid results', async () => {
  const results = Array.from({ length: 10_000 }, () => 1)
  const { output, detail } = await completeOutput({ kind: 'returned', value: { results }, fuelUsed: 1 }, facts)
  expect(output).toMatchObject({ error: { code: 'INVALID_OUTPUT' } })
  expect(detail).toContain('results')
  expect(detail?.length).toBeLessThan(400)
})

test('drops and reports results that break the contract; returns INVALID_OUTPUT if no result is left', async () => {
  const capable = { ...facts, manifest: { ...manifest, capability: 'C-FLIGHT-SEARCH' } }
  const completed = (...results: Record<string, Json>[]) =>
    completeOutput({ kind: 'returned', value: { results }, fuelUsed: 1 }, capable)
  const right = flightResult()
  const wrong = { ...right, price: { amount: -5, currency: 'hunter2' } }
  const some = await completed(wrong, right)
  expect(some).toMatchObject({
    output: { status: 'success', results: [right], metadata: { partial: false, unreadable: 1 } },
    broken: { count: 1, of: 2, findings: ['results.0.price.amount: must be more than 0'] },
  })
  expect(JSON.stringify(some.output)).not.toContain('must be more')
  expect(await completed(right)).toMatchObject({ output: { results: [right] }, broken: undefined })
  expect(await completed()).toMatchObject({ output: { status: 'success', results: [] }, broken: undefined })

  const none = await completed(wrong, wrong)
  expect(none).toMatchObject({
    output: {
      status: 'error',
      error: {
        code: 'INVALID_OUTPUT',
        fault: 'author',
        details: { 'results.0.price.amount': 'must be more than 0' },
      },
    },
    detail: 'all 2 results break the contract of C-FLIGHT-SEARCH',
    broken: { count: 2, of: 2 },
  })
  expect(JSON.stringify(none)).not.toContain('hunter2')
})

test('a skill whose results break its own output schema is the fault of its author, with the field named', async () => {
  const output = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const own = { ...facts, manifest: { ...manifest, actions: { search_flights: { output } } } }
  const value = { results: [{ id: 'A' }, { id: 7 }] }
  expect((await completeOutput({ kind: 'returned', value, fuelUsed: 1 }, own)).output).toMatchObject({
    status: 'success',
    results: [{ id: 'A' }],
    metadata: { unreadable: 1 },
  })
  const wrong = { results: [{ number: 1 }] }
  expect(await completeOutput({ kind: 'returned', value: wrong, fuelUsed: 1 }, own)).toMatchObject({
    output: { error: { code: 'INVALID_OUTPUT', fault: 'author', details: { 'results.0.id': 'is required' } } },
    detail: 'all 1 results break the contract of search_flights',
    broken: { findings: ['results.0.id: is required'] },
  })
})

test('an error before the skill ran names the release if it is known, and only a question of a known release asks', () => {
  const error = errorOf('INTERNAL', { id: 'exec_1' })
  expect(errorOutput({ skill: 'a', version: '1.0.0' }, error)).toEqual({
    ...{ status: 'error', skill: 'a', version: '1.0.0', error },
  })
  expect(errorOutput({ skill: 'a' }, error)).not.toHaveProperty('version')
  const confirmation = {
    ...{ id: newId('conf', (size) => new Uint8Array(size)), prompt: 'Send it?' },
    ...{ input: facts.input, permissions: manifest.permissions },
  }
  const refused = { kind: 'refused', skill: 'a', error, reason: '', principal: publicPrincipal } as const
  expect(refusalOutput({ ...refused, version: '1.0.0', digest: 'd', confirmation })).toEqual({
    ...{ status: 'requires_confirmation', requires_confirmation: true, skill: 'a', version: '1.0.0' },
    confirmation: { id: confirmation.id, prompt: 'Send it?' },
  })
  const earlier = errorOutput({ skill: 'a' }, error)
  expect(refusalOutput({ ...refused, confirmation, earlier })).toBe(earlier)
  expect(refusalOutput({ ...refused, version: '1.0.0', digest: 'd' })).toMatchObject({
    status: 'error',
    version: '1.0.0',
  })
  expect(refusalOutput({ ...refused, confirmation })).toMatchObject({ status: 'error' })
})

test.each(['TIMEOUT', 'API_TIMEOUT'] as const)('the error %s names the time limit', async (code) => {
  const output = await complete({ kind: 'failed', code, detail: '', fuelUsed: 1 })
  expect(output.status === 'error' && output.error.message).toContain('15000 ms')
})

test('masks secrets in results, message and report, shows lookalikes only if allowed, and else keeps the object', async () => {
  const redact = createRedactor(['a secret value'])
  const lookalike = `gh${'p_'}${'aB3dE5gH7jK9'.repeat(3)}`
  const outputOf = async (value: Json) => (await completeOutput({ kind: 'returned', value, fuelUsed: 1 }, facts)).output
  const plain = await outputOf({ results: [{ a: 'plain' }], message: 'done' })
  expect(await redactOutput(plain, redact)).toBe(plain)
  const secret = await outputOf({ results: [{ a: 'has a secret value' }] })
  const masked = await redactOutput(secret, redact)
  expect(JSON.stringify(masked)).not.toContain('a secret value')
  expect(masked).not.toHaveProperty('message')
  const told = await redactOutput(await outputOf({ results: [], message: 'it is a secret value' }), redact)
  expect(told).toMatchObject({ message: expect.not.stringContaining('a secret value') })
  const alike = await outputOf({ results: [{ a: lookalike }] })
  expect(JSON.stringify(await redactOutput(alike, redact))).not.toContain(lookalike)
  expect(await redactOutput(alike, redact, { showsLookalikes: true })).toBe(alike)
  const script = { text: 'set_result(1)', printed: [] }
  const failed = { kind: 'failed', code: 'SKILL_CRASHED', detail: 'Error: a secret value', fuelUsed: 1 } as const
  const report = (await completeOutput(failed, { ...facts, script })).output
  expect(JSON.stringify(report)).toContain('a secret value')
  expect(JSON.stringify(await redactOutput(report, redact))).not.toContain('a secret value')
  const asked: SkillOutput = {
    status: 'requires_confirmation',
    requires_confirmation: true,
    skill: 'a',
    version: '1.0.0',
    confirmation: { id: newId('conf', (size) => new Uint8Array(size)), prompt: 'Send it?' },
  }
  expect(await redactOutput(asked, redact)).toBe(asked)
})

test('the report of a script has the remedy of its failure, and none without a failure', async () => {
  const of = { ...facts, script: { text: 'set_result(1)', printed: [] } }
  const ended = async (outcome: RuntimeEnd) => (await completeOutput(outcome, of)).output
  expect(await ended({ kind: 'failed', code: 'OUT_OF_FUEL', detail: 'it used all', fuelUsed: 1 })).toMatchObject({
    script: { error: expect.stringContaining('computing'), remedy: expect.stringContaining('10 units of fuel') },
  })
  const plain = await ended({ kind: 'returned', value: { results: [] }, fuelUsed: 1 })
  expect(Object.keys(Object(plain).script)).toEqual(['stdout', 'stderr'])
  expect(await complete({ kind: 'returned', value: { results: [] }, fuelUsed: 1 })).not.toHaveProperty('script')
  const { output } = await completeOutput(
    { kind: 'returned', value: { results: [] }, fuelUsed: 1 },
    { ...of, trace: [] },
  )
  expect(output).toMatchObject({ trace: [] })
})
