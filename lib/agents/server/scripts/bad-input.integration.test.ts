import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { LlmAnswer, NewExecution } from './execution-schema.ts'
import { noHeaders, openScriptWorld } from './testing/script-world.ts'

type World = Awaited<ReturnType<typeof openScriptWorld>>

let world: World
let token = ''
beforeAll(async () => {
  world = await openScriptWorld()
  token = (await world.profile({ limits: { timeout_s: 90, fuel: 5000, memory_mb: 32 } })).token
})
afterAll(() => world[Symbol.asyncDispose]())

/** Validates and executes a request, as the route does. */
async function execute(body: unknown) {
  const parsed = parseInput(NewExecution, body, 'body')
  return parsed.ok ? world.scripts.execute(parsed.value, noHeaders) : parsed
}
const good = () => ({ profile_id: token, script: 'set_result(1)', language: 'javascript' })
const long = (count: number) => 'x'.repeat(count)

const requests: readonly (readonly [what: string, wrong: object, field: string, problem: RegExp])[] = [
  ['no script', { script: undefined }, 'script', /required/],
  ['an empty script', { script: ' \n' }, 'script', /is empty: send the code/],
  ['a script of more than 256 KB', { script: long(256 * 1024 + 1) }, 'script', /larger than 256 KB: send less/],
  ['a binary script', { script: '\u007fELF\u0001\0\0' }, 'script', /NUL/],
  [
    'a script with half a surrogate pair',
    { script: 'print("\ud800")' },
    'script',
    /remove NUL characters and lone surrogates/,
  ],
  ['a script that is a number', { script: 7 }, 'script', /string|text/],
  ['no profile', { profile_id: undefined }, 'profile_id', /required/],
  ['an unknown language', { language: 'cobol' }, 'language', /javascript or python/],
  [
    'text that is not a script in any language',
    { script: '%%% no (code', language: undefined },
    'language',
    /set "language" to/,
  ],
  ['a timeout of 0', { timeout: 0 }, 'timeout', /between 1 and 90 seconds/],
  ['a negative timeout', { timeout: -5 }, 'timeout', /between 1 and 90 seconds/],
  ['a timeout of a year', { timeout: 31_536_000 }, 'timeout', /between 1 and 90 seconds/],
  ['a timeout given as text', { timeout: '10' }, 'timeout', /number/],
  ['a key with spaces', { idempotency_key: 'a b' }, 'idempotency_key', /1 to 200 visible ASCII characters/],
  ['a key of 201 letters', { idempotency_key: long(201) }, 'idempotency_key', /1 to 200 visible ASCII characters/],
  ['cache_s of 0', { cache_s: 0 }, 'cache_s', /1/],
  ['cache_s of a year', { cache_s: 31_536_000 }, 'cache_s', /2592000|2,592,000/],
  ['a field that does not exist', { time_out: 5 }, 'time_out', /unknown|not/],
]

describe('a request to execute with', () => {
  test.each(requests)('%s is refused: the field and the remedy are named, and nothing is stored', async (...row) => {
    const [, wrong, field, problem] = row
    const refused = await execute({ ...good(), ...wrong })
    if (refused.ok) throw new Error('The request was accepted')
    const { code, message, details } = refused.error
    expect({ code, fields: Object.keys(details ?? {}) }).toEqual({ code: 'INVALID_INPUT', fields: [field] })
    expect(details?.[field]).toMatch(problem)
    expect(message).toContain(field)
    expect(await world.db.execution.count()).toBe(0)
  })
})

const scripts: readonly (readonly [what: string, script: string, error: RegExp, code: string, line?: number])[] = [
  ['unbalanced code', 'const a = [1\nset_result(a))', /^SyntaxError/, 'SKILL_CRASHED', 2],
  ['another language', 'import json\nset_result(json.loads("1"))', /^SyntaxError/, 'SKILL_CRASHED', 1],
  ['a circular result', 'const a = {}\na.a = a\nset_result(a)', /circular/, 'SKILL_CRASHED', 3],
  ['a result that JSON cannot represent', '\nset_result(() => 1)', /set_result: .* JSON/, 'SKILL_CRASHED', 2],
  ['a result of 2 MB', 'set_result("x".repeat(2 * 1024 * 1024))', /1024 KB as JSON: return less/, 'OUTPUT_TOO_LARGE'],
  ['a result of 20 MB', 'set_result("x".repeat(20 * 1024 * 1024))', /32 MB: .* memory_mb/, 'OUT_OF_MEMORY'],
  [
    'a prompt of 1 MB',
    'await llm.complete("x".repeat(1048576))',
    /llm.complete .* 1024 KB .*: pass less/,
    'SKILL_CRASHED',
  ],
  [
    'a prompt of 300 KB',
    'await llm.complete("x".repeat(307200))',
    /prompt: .* 262144 characters: shorten/,
    'SKILL_CRASHED',
    1,
  ],
  ['an empty prompt', 'await llm.complete("")', /prompt: is empty/, 'SKILL_CRASHED', 1],
  ['a model of 65 letters', 'await llm.complete("x", "y".repeat(65))', /model: .* 64 characters/, 'SKILL_CRASHED', 1],
  [
    'an undeclared host',
    'await fetch("https://other.example/")',
    /no hosts: ask for one with POST/,
    'CAPABILITY_DENIED',
  ],
  [
    'endless work',
    'for (;;);',
    /5000 units of fuel, which last about 0.2 s at full speed: .* fuel of the profile/,
    'OUT_OF_FUEL',
  ],
]

const named = scripts.map(([what, script, error, code, line]) => ({ what, script, error, code, line }))
test.each(named)(
  'a script with $what fails with the expected error, and with the line if a line caused it',
  async (row) => {
    const view = await world.settled(await world.execute(token, row.script))
    expect(view).toMatchObject({ status: 'error', error_code: row.code, error: expect.stringMatching(row.error) })
    expect(Object(view).error_line).toBe(row.line)
  },
)

test('an invalid answer changes nothing: the script keeps waiting, and continues with a valid one', async () => {
  const id = await world.execute(token, 'set_result(await llm.complete("What of it?", "no-such-model"))')
  const asked = await world.settled(id)
  // Only the agent knows its models, so any name is passed on.
  expect(asked).toMatchObject({ status: 'awaiting_llm', llm_request: { model: 'no-such-model' } })
  const call = { executionToken: id, headers: noHeaders }
  const respond = async (body: unknown) => {
    const parsed = parseInput(LlmAnswer, body, 'body')
    return parsed.ok ? world.scripts.respond(call, parsed.value) : parsed
  }
  const answers: readonly (readonly [wrong: object, field: string])[] = [
    [{}, 'response'],
    [{ response: 'x', error: 'y' }, 'response'],
    [{ response: 7 }, 'response'],
    [{ response: 'a\0b' }, 'response'],
    [{ response: long(1024 * 1024) }, 'response'],
    [{ response: long(1024 * 1024 - 1) }, 'response'],
    [{ error: '' }, 'error'],
    [{ error: long(4097) }, 'error'],
    [{ response: 'x', number: -1 }, 'number'],
    [{ answer: 'x' }, 'answer'],
  ]
  for (const [wrong, field] of answers) {
    const refused = await respond(wrong)
    expect(refused, field).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    if (!refused.ok) expect(Object.keys(refused.error.details ?? {})).toContain(field)
  }
  expect(await respond({ response: 'x', number: 99 })).toMatchObject({ error: { code: 'CONFLICT' } })
  expect(got(await world.scripts.read(call)).view).toEqual(asked)
  got(await respond({ error: 'There is no model of this name.' }))
  expect(await world.settled(id)).toMatchObject({ status: 'error', error: 'Error: There is no model of this name.' })
})

test.each([1.001, 1.0004, 89.9999])(
  'a timeout of %f seconds is accepted: it is rounded to milliseconds',
  async (timeout) => {
    const accepted = got(await execute({ ...good(), timeout }))
    expect(await world.settled(accepted.executionToken)).toMatchObject({ status: 'completed', result: 1 })
  },
)

test('after all the failures above, a valid script completes', async () => {
  const accepted = got(await execute(good()))
  expect(await world.settled(accepted.executionToken)).toMatchObject({ status: 'completed', result: 1 })
  expect(await world.db.execution.count({ where: { finishedAt: null } })).toBe(0)
})

test('a response of exactly 1 MB as JSON is accepted', async () => {
  const id = await world.execute(token, 'set_result((await llm.complete("How long?")).length)')
  await world.settled(id)
  const response = long(1024 * 1024 - '""'.length)
  got(await world.scripts.respond({ executionToken: id, headers: noHeaders }, { response }))
  expect(await world.settled(id)).toMatchObject({ status: 'completed', result: response.length })
})
