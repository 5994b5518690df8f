import { describe, expect, test } from 'vitest'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { InvokeBody } from '#lib/skills/server/invoking/invoke-body.ts'
import { httpStatusOf } from '#runner/contract/errors.ts'
import { ToolCall } from './http/tool-requests.ts'
import { agentCaller, notesSkill, toolSkill, toolWorld } from './testing/tool-world.ts'
import type { ToolAnswer } from './tool-answer.ts'

// What somebody tries who wants an action without a yes. HTTP, MCP and the Realtime API all call `handleSkillCall`.

const { signal } = new AbortController()
const me = agentCaller()
const other = agentCaller('all', { id: 'agent_b' })

/** An action that acts and needs no confirmation, as an operator may decide for a local skill. */
const doorbell = toolSkill({
  name: 'doorbell',
  effects: ['act'],
  confirmation: { required: false },
  input_schema: { ring: { type: 'object', properties: { text: { type: 'string' } } } },
})
/** The same without listed actions. */
const anything = toolSkill({ name: 'anything', effects: ['act'], confirmation: { required: false } })
const skills = [notesSkill, doorbell, anything]

const open = () => {
  const world = toolWorld(skills)
  const call = (name: string, given: unknown, caller = me): Promise<ToolAnswer> =>
    world.tools.handleSkillCall({ name, arguments: given, caller, signal })
  const ask = async (text = 'milk', caller = me): Promise<string> => {
    const answer = await call('keep_note', { text }, caller)
    if (answer.status !== 'requires_confirmation') throw new Error(JSON.stringify(answer))
    return answer.confirmation.id
  }
  return { world, call, ask }
}

/** Calls that must run nothing, whatever question is open. `{id}`: the id of the open question. */
const noes: readonly (readonly [string, string, object])[] = [
  ['a no', 'keep_note', { text: 'milk', confirmed: false }],
  ['a no to the question', 'keep_note', { text: 'milk', confirmed: false, confirmation_id: '{id}' }],
  ['a no with other arguments', 'keep_note', { text: 'wine', confirmed: false, confirmation_id: '{id}' }],
  ['a no with invalid arguments', 'keep_note', { text: 7, confirmed: false, confirmation_id: '{id}' }],
  ['a no to an action that needs no question', 'ring', { text: 'x', confirmed: false }],
  ['a no to a free action', 'anything', { action: 'ring', params: {}, confirmed: false }],
  ['a yes to other arguments', 'keep_note', { text: 'wine', confirmed: true, confirmation_id: '{id}' }],
  ['a yes through another function', 'ring', { text: 'milk', confirmed: true, confirmation_id: '{id}' }],
  ['the id without an answer', 'keep_note', { text: 'milk', confirmation_id: '{id}' }],
  ['a yes to an unknown question', 'keep_note', { text: 'milk', confirmed: true, confirmation_id: 'conf_x' }],
  ['a yes in the wrong place', 'keep_note', { text: 'milk', params: { confirmed: true } }],
]

test.each(noes)('%s runs nothing', async (_, name, given) => {
  const { world, call, ask } = open()
  const id = await ask()
  const answer = await call(name, JSON.parse(JSON.stringify(given).replace('{id}', id)))
  expect(answer.status).not.toBe('success')
  expect(world.runs).toEqual([])
})

/** The function, its arguments, and the field that the refusal names. */
const wrong: readonly (readonly [string, unknown, string])[] = [
  ...[0, 1, 'true', 'false', 'yes', '', null, [], [true], {}, { confirmed: true }].flatMap(
    (confirmed): [string, unknown, string][] => [
      ['keep_note', { text: 'milk', confirmed }, 'confirmed'],
      ['ring', { text: 'milk', confirmed }, 'confirmed'],
      ['anything', { action: 'ring', params: {}, confirmed }, 'confirmed'],
    ],
  ),
  ...[0, true, null, [], {}].map((confirmation_id): [string, unknown, string] => [
    'keep_note',
    { text: 'milk', confirmed: true, confirmation_id },
    'confirmation_id',
  ]),
  ...[0, true, null, [], 'text'].map((params): [string, unknown, string] => [
    'anything',
    { action: 'ring', params },
    'params',
  ]),
  ['anything', { params: {} }, 'action'],
  ...[0, true, null, [], {}].map((action): [string, unknown, string] => ['anything', { action, params: {} }, 'action']),
  ...[0, true, null, [], {}].map((text): [string, unknown, string] => ['keep_note', { text }, 'text']),
  ['keep_note', { text: 'x'.repeat(101) }, 'text'],
  ['keep_note', { text: 'x'.repeat(5000) }, 'text'],
  ['keep_note', { text: 'milk', extra: 1 }, 'extra'],
  ['keep_note', '{"text": "milk"', 'arguments'],
  ['keep_note', '[]', 'arguments'],
  ['keep_note', [{ text: 'milk' }], 'arguments'],
  ['keep_note', 7, 'arguments'],
  ['keep_note', true, 'arguments'],
]

test.each(wrong)('%s with %j is refused with status 400, and names the field %s', async (name, given, field) => {
  const { world, call } = open()
  const answer = await call(name, given)
  if (answer.status !== 'error') throw new Error(JSON.stringify(answer))
  expect(answer.error).toMatchObject({ code: 'INVALID_INPUT', fault: 'caller' })
  expect(httpStatusOf(answer.error.code)).toBe(400)
  expect(Object.keys(answer.error.details ?? {}).join()).toContain(field)
  expect(world.runs).toEqual([])
})

test('arguments that are too large are refused with status 413', async () => {
  const { call } = open()
  const answer = await call('keep_note', `{"text":"${'x'.repeat(70_000)}"}`)
  expect(answer).toMatchObject({ status: 'error', error: { code: 'PAYLOAD_TOO_LARGE', fault: 'caller' } })
})

describe('another person', () => {
  test('neither agrees to a question, nor declines it, nor learns that it exists', async () => {
    const { world, call, ask } = open()
    const id = await ask()
    for (const confirmed of [true, false, undefined]) {
      const more = confirmed === undefined ? {} : { confirmed }
      const [known, unknown] = await Promise.all(
        [id, 'conf_0000000000000000000000'].map((confirmation_id) =>
          call('keep_note', { text: 'milk', confirmation_id, ...more }, other),
        ),
      )
      expect(known).toEqual(unknown)
      expect(known).toMatchObject({ error: { code: 'NOT_FOUND', reason: 'question_unknown' } })
    }
    expect(world.runs).toEqual([])
    expect(await call('keep_note', { text: 'milk', confirmed: true, confirmation_id: id })).toMatchObject({
      status: 'success',
    })
  })
})

test('a yes counts once, and carries over neither to a later call nor to a later question', async () => {
  const { world, call, ask } = open()
  const first = await ask()
  const yes = { text: 'milk', confirmed: true, confirmation_id: first }
  expect(await call('keep_note', yes)).toMatchObject({ status: 'success' })
  await ask()
  for (const given of [yes, { ...yes, text: 'wine' }, { text: 'milk' }]) {
    expect((await call('keep_note', given)).status).not.toBe('success')
  }
  expect(world.runs).toHaveLength(1)
})

const bodies: readonly (readonly [string, unknown, string])[] = [
  ['invoke', { skill: 'notes', input: {}, confirmed: 'true' }, 'confirmed'],
  ['invoke', { skill: 'notes', input: {}, confirmed: 1 }, 'confirmed'],
  ['invoke', { skill: 'notes', input: {}, confirmed: null }, 'confirmed'],
  ['invoke', { skill: 'notes', input: {}, confirmation_id: 'x' }, 'confirmation_id'],
  ['invoke', { skill: 'notes', input: {}, confirmation_id: ['x'] }, 'confirmation_id'],
  ['invoke', { skill: 'notes', input: {}, confirm: true }, 'confirm'],
  ['invoke', { skill: '', input: {} }, 'skill'],
  ['invoke', { skill: 7, input: {} }, 'skill'],
  ['invoke', { skill: 'notes', input: {}, fresh: 'no' }, 'fresh'],
  ['invoke', [], 'body'],
  ['invoke', 'text', 'body'],
  ['tools/call', { name: 7 }, 'name'],
  ['tools/call', { name: '' }, 'name'],
  ['tools/call', { name: 'x'.repeat(201) }, 'name'],
  ['tools/call', { name: 'keep_note', confirmed: true }, 'confirmed'],
  ['tools/call', { name: 'keep_note', call: { id: 7 } }, 'call.id'],
  ['tools/call', { name: 'keep_note', call: { principal: 'main' } }, 'call.principal'],
  ['tools/call', { name: 'keep_note', call: { caller_id: 'x'.repeat(201) } }, 'call.caller_id'],
  ['tools/call', { name: 'keep_note', principal: 'main' }, 'principal'],
]

test.each(bodies)('a body of %s like %j is refused, and names the field %s', (route, body, field) => {
  const read = parseInput(route === 'invoke' ? InvokeBody : ToolCall, body, 'body')
  if (read.ok) throw new Error(JSON.stringify(read.value))
  expect(read.error).toMatchObject({ code: 'INVALID_INPUT', fault: 'caller' })
  expect(Object.keys(read.error.details ?? {})).toContain(field)
})
