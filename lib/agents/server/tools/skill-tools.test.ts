import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { refuseLimit } from '#lib/platform/server/http/outcome.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { composeSkill } from '#runner/manifest/compose-skill.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import type { ToolCaller } from './agents-view.ts'
import { agentCaller, echoSkill, notesSkill, toolSkill, toolWorld } from './testing/tool-world.ts'
import { ToolAnswer, untrustedNotice } from './tool-answer.ts'

const { signal } = new AbortController()
const caller = agentCaller()

/** Characters that hide text or control a terminal, except tab and line feed. */
const hidden = /(?![\t\n])\p{Cc}|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u
/** Every text in a value, including the names of its fields. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : Object.entries(Object(value)).flatMap(([name, part]) => [name, ...textsIn(part)])

describe('listing functions', () => {
  test('gives each enabled tool skill one function for each action, named like the action', async () => {
    const prompt = toolSkill({ name: 'etiquette', kind: 'prompt' })
    const free = toolSkill({ name: 'free-form' })
    const { tools } = toolWorld([echoSkill, notesSkill, prompt, free])
    const listed = await tools.getSkillTools(caller)
    expect(listed.map(({ name, readOnly, confirms }) => [name, readOnly, confirms])).toEqual([
      ['say', true, false],
      ['free_form', true, false],
      ['keep_note', false, true],
      ['read_skill', true, false],
    ])
  })

  test('lists what a skill inherits under long names, so that its parents keep theirs', async () => {
    const child = composeSkill(toolSkill({ name: 'etiquette', kind: 'prompt' }), [echoSkill])
    const { tools } = toolWorld([echoSkill, child])
    const names = (await tools.getSkillTools(caller)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['etiquette__say', 'read_skill', 'say'])
  })

  test("takes name, description and parameters from a voice agent's function schema", async () => {
    const amber = toolSkill({
      name: 'leave-word',
      effects: ['act'],
      confirmation: { required: true, prompt: 'Leave it?' },
      input_schema: {
        leave_word: {
          description: 'Leaves a word.',
          type: 'object',
          properties: { word: { type: 'string' }, confirmed: { type: 'boolean' } },
          required: ['word', 'confirmed'],
        },
      },
    })
    const world = toolWorld([amber])
    const [tool] = await world.tools.getSkillTools(caller)
    expect(tool).toMatchObject({
      name: 'leave_word',
      description: expect.stringMatching(/^Leaves a word\. Needs the agreement/),
      parameters: { required: ['word'], properties: { word: {}, confirmed: {}, confirmation_id: {} } },
    })
    const call = (confirmed: boolean) =>
      world.tools.handleSkillCall({ name: 'leave_word', arguments: { word: 'hi', confirmed }, caller, signal })
    expect(await call(false)).toMatchObject({ status: 'requires_confirmation', message: 'Leave it?\nWord: hi' })
    expect(await call(true)).toMatchObject({ status: 'success' })
    expect(world.runs.map(({ params }) => params)).toEqual([{ word: 'hi', confirmed: true }])
  })

  test('gives unique long names to functions that share an action or have a reserved name', async () => {
    const action = { say: { type: 'object' } }
    const host = toolSkill({ name: 'imposter', input_schema: { ask_openclaw: {}, offer_details: {} } })
    const other = toolSkill({ name: 'other', input_schema: action })
    const world = toolWorld([echoSkill, other, host])
    const names = (await world.tools.getSkillTools(caller)).map(({ name }) => name)
    expect(names).toEqual(['echo__say', 'imposter__ask_openclaw', 'imposter__offer_details', 'other__say'])
    world.skills = [echoSkill]
    expect((await world.tools.getSkillTools(caller)).map(({ name }) => name)).toEqual(['say'])
  })

  test('follows the rules of the agent: no function of a skill that is off, and those of the release that it keeps', async () => {
    const old = toolSkill({ name: 'echo', version: '0.9.0', input_schema: { shout: {} } }, 'old')
    const rules = {
      of: async () => new Map([['echo', { release: 'old' }] as const, ['notes', { enabled: false }] as const]),
    }
    const { getSkillTools, handleSkillCall } = toolWorld([echoSkill, notesSkill], { rules, superseded: [old] }).tools
    expect((await getSkillTools(caller)).map(({ name }) => name)).toEqual(['shout'])
    const said = await handleSkillCall({ name: 'shout', arguments: {}, caller, signal })
    expect(said).toMatchObject({ status: 'success', skill: 'echo' })
    const kept = await handleSkillCall({ name: 'keep_note', arguments: { text: 'x' }, caller, signal })
    expect(kept).toMatchObject({ status: 'error', error: { code: 'NOT_FOUND' } })
  })

  test('gives every function a unique name of at most 64 plain characters', async () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,6}$/)
    const action = fc.stringMatching(/^[a-z][a-z0-9_]{0,63}$/)
    const skills = fc.uniqueArray(fc.record({ name: word, actions: fc.uniqueArray(action, { maxLength: 3 }) }), {
      selector: ({ name }) => name,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(skills, async (all) => {
        const made = all.map(({ name, actions }) =>
          toolSkill({ name, input_schema: Object.fromEntries(actions.map((one) => [one, { type: 'object' }])) }),
        )
        const names = (await toolWorld(made).tools.getSkillTools(caller)).map(({ name }) => name)
        expect(new Set(names).size).toBe(names.length)
        for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      }),
      { numRuns: 60 },
    )
  })

  test('lists no function that is out of scope or that the policy refuses to the caller', async () => {
    const strong = toolSkill({ name: 'strong', permissions: { exec: ['ls'] }, input_schema: { list: {} } })
    const { tools } = toolWorld([echoSkill, notesSkill, strong])
    const namesFor = async (of: ToolCaller) => (await tools.getSkillTools(of)).map(({ name }) => name)
    expect(await namesFor(agentCaller(new Set(['notes', 'strong'])))).toEqual(['keep_note'])
    const operator = principalFrom('main', { id: 'o', role: 'operator' })
    expect(await namesFor({ principal: operator, skills: 'all' })).toEqual(['say', 'keep_note', 'list'])
    const guest = principalFrom('public', { id: 'g', role: 'guest' })
    expect(await namesFor({ principal: guest, skills: 'all' })).toEqual(['say'])
    expect(await namesFor({ principal: operator, skills: new Set() })).toEqual([])
  })
})

describe('a function call', () => {
  test('runs the skill and returns its results, marked as data, with a message to speak', async () => {
    const { tools, runs } = toolWorld([echoSkill])
    const answer = await tools.handleSkillCall({ name: 'say', arguments: '{"text":"hello"}', caller, signal })
    expect(answer).toMatchObject({
      status: 'success',
      message: 'Done.',
      notice: untrustedNotice,
      skill: 'echo',
      results: [{ text: 'hello' }],
    })
    expect(runs).toMatchObject([{ action: 'say', params: { text: 'hello' } }])
  })

  test.each<[string, string, unknown, object]>([
    ['an unknown function', 'fly', {}, { error: { code: 'NOT_FOUND' } }],
    ['a function of a host', 'ask_openclaw', {}, { error: { code: 'NOT_FOUND' } }],
    ['broken JSON', 'say', '{"text":', { error: { code: 'INVALID_INPUT', details: { arguments: expect.anything() } } }],
    ['a list', 'say', '[]', { error: { code: 'INVALID_INPUT' } }],
    ['a missing field', 'say', {}, { error: { code: 'INVALID_INPUT', details: { text: 'is required' } } }],
    ['text longer than the schema allows', 'say', { text: 'x'.repeat(101) }, { error: { code: 'INVALID_INPUT' } }],
    [
      'text longer than any schema may allow',
      'say',
      { text: 'x'.repeat(4001) },
      { error: { details: { text: expect.anything() } } },
    ],
    [
      'long text under a name with hidden characters',
      'say',
      { 'a\u202e': 'x'.repeat(4001) },
      { error: { details: { a: expect.anything() } } },
    ],
    ['arguments of 70 KB', 'say', `{"text":"${'x'.repeat(70_000)}"}`, { error: { code: 'PAYLOAD_TOO_LARGE' } }],
    ['a deep object', 'say', `{"text":${'['.repeat(50)}${']'.repeat(50)}}`, { error: { code: 'INVALID_INPUT' } }],
    ['an unknown offer', 'offer_details', { id: 'x' }, { error: { code: 'NOT_FOUND' } }],
    ['no offer', 'offer_details', {}, { error: { code: 'INVALID_INPUT', details: { id: 'is required' } } }],
    ['a number for an offer', 'offer_details', { id: 5 }, { error: { code: 'INVALID_INPUT' } }],
    [
      'an unknown argument of the own functions',
      'read_skill',
      { name: 'echo' },
      { error: { code: 'INVALID_INPUT', details: { name: expect.stringContaining('not a known field') } } },
    ],
  ])('with %s returns an error message that can be read aloud, and runs no skill', async (_, name, given, expected) => {
    const { tools, runs } = toolWorld([echoSkill])
    const answer = await tools.handleSkillCall({ name, arguments: given, caller, signal })
    expect(answer).toMatchObject({ status: 'error', message: expect.stringMatching(/\w+.*\.$/), ...expected })
    expect(runs).toEqual([])
  })

  test('each run counts against the limits of its key, and at a limit no skill runs and the answer says why', async () => {
    const counted: string[] = []
    const takeUse = async (owner: string) =>
      counted.push(owner) > 1 ? refuseLimit('hour_limit', 60_000) : ({ ok: true, value: undefined } as const)
    const { tools, runs } = toolWorld([echoSkill], { takeUse })
    const say = (given: unknown) => tools.handleSkillCall({ name: 'say', arguments: given, caller, signal })
    expect(await say('[]')).toMatchObject({ status: 'error', error: { code: 'INVALID_INPUT' } })
    expect(await say({ text: 'one' })).toMatchObject({ status: 'success' })
    expect(await say({ text: 'two' })).toMatchObject({
      status: 'error',
      skill: 'echo',
      error: { code: 'RATE_LIMITED', reason: 'hour_limit', retry_after_ms: 60_000 },
    })
    expect(runs).toHaveLength(1)
    expect(counted).toEqual([caller.principal.id, caller.principal.id])
  })

  test('whatever a model sends, the answer matches the schema and has no hidden characters', async () => {
    const { tools } = toolWorld([echoSkill, notesSkill])
    const hiding = fc.constantFrom('\u202e', '\u2066', '\u200b', '\u0007', '\u{e0041}')
    const text = fc.string({ unit: fc.oneof(hiding, fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 })) })
    const name = fc.oneof(fc.constantFrom('say', 'keep_note', 'offer_details'), text)
    const given = fc.oneof(fc.json(), fc.anything(), fc.record({ text }), fc.dictionary(text, text))
    await fc.assert(
      fc.asyncProperty(name, given, async (name, given) => {
        const answer = await tools.handleSkillCall({ name, arguments: given, caller, signal })
        expect(ToolAnswer.safeParse(answer).success).toBe(true)
        expect(answer.message).not.toBe('')
        expect(textsIn(answer).join(' ')).not.toMatch(hidden)
      }),
      { numRuns: 100 },
    )
  })

  test('removes control characters and direction marks from arguments, and keeps lines and letters', async () => {
    const { tools, runs } = toolWorld([echoSkill])
    const text = '\u202eא\u0000b\u2066c\u200bd\r\né\u{e0041}👩‍👧'
    await tools.handleSkillCall({ name: 'say', arguments: { text }, caller, signal })
    expect(runs[0]?.params).toEqual({ text: 'אbcd\né👩‍👧' })
  })

  test("returns a skill's confirmation prompt without characters that hide text", async () => {
    const asking = toolSkill({
      name: 'asking',
      effects: ['act'],
      confirmation: { prompt: 'Keep it\u202e?\u{e0041}' },
      input_schema: { keep_it: { type: 'object', properties: {} } },
    })
    const { tools } = toolWorld([asking])
    const answer = await tools.handleSkillCall({ name: 'keep_it', arguments: {}, caller, signal })
    expect(answer).toMatchObject({ message: 'Keep it?', confirmation: { prompt: 'Keep it?' } })
  })

  test('limits the length of the results, and states their total number', async () => {
    const results = Array.from({ length: 300 }, (_, n) => ({ n, text: 'x'.repeat(1000) }))
    const { tools } = toolWorld([echoSkill], { reply: () => ({ results }) })
    const answer = await tools.handleSkillCall({ name: 'say', arguments: { text: 'x' }, caller, signal })
    expect(answer).toMatchObject({ status: 'success', total: 300, message: 'echo returned 300 results.' })
    expect(JSON.stringify(answer).length).toBeLessThan(52_000)
  })

  test('names the listed function that a misspelt name means, and no other function', async () => {
    const { tools } = toolWorld([echoSkill, notesSkill])
    const messageFor = async (skills: ReadonlySet<string>) =>
      (await tools.handleSkillCall({ name: 'keep_notes', arguments: {}, caller: agentCaller(skills), signal })).message
    expect(await messageFor(new Set(['notes']))).toContain('did you mean "keep_note"?')
    expect(await messageFor(new Set(['echo']))).not.toContain('did you mean')
  })

  test('answers a call to a skill out of scope like one to an unknown function, and writes an audit row', async () => {
    const { tools, rows, runs } = toolWorld([echoSkill, notesSkill])
    const answerTo = (name: string) =>
      tools.handleSkillCall({ name, arguments: {}, caller: agentCaller(new Set(['notes'])), signal })
    expect(await answerTo('say')).toEqual(JSON.parse(JSON.stringify(await answerTo('fly')).replace(/fly/g, 'say')))
    expect(rows).toMatchObject([{ action: 'agent_key.refused', subject: 'echo', detail: { principal: 'agent_a' } }])
    expect(runs).toEqual([])
  })

  test('returns at its deadline and when its caller disconnects, even if the skill does not end', async () => {
    const late = Promise.withResolvers<() => void>()
    const started = Promise.withResolvers<void>()
    const stuck = toolWorld([echoSkill], {
      timer: (_, ring) => {
        late.resolve(ring)
        return () => {}
      },
      reply: () => {
        started.resolve()
        return new Promise(() => {})
      },
    })
    const answer = stuck.tools.handleSkillCall({ name: 'say', arguments: { text: 'x' }, caller, signal })
    await started.promise
    ;(await late.promise)()
    expect(await answer).toMatchObject({ error: { code: 'TIMEOUT' }, message: expect.stringContaining('60 s') })
    const gone = toolWorld([echoSkill], { reply: () => new Promise(() => {}) })
    const left = { name: 'say', arguments: { text: 'x' }, caller, signal: AbortSignal.abort() }
    expect(await gone.tools.handleSkillCall(left)).toMatchObject({ error: { code: 'CANCELLED' } })
  })

  test('ends a call at once when its key is no longer valid, and watches no key after a call', async () => {
    const watched = new Set<string>()
    const started = Promise.withResolvers<void>()
    let end = () => {}
    const keys = {
      watch(id: string, ending: () => void) {
        watched.add(id)
        end = ending
        return { [Symbol.dispose]: () => void watched.delete(id) }
      },
    }
    const ended = Promise.withResolvers<boolean>()
    const { tools } = toolWorld([echoSkill], {
      keys,
      run: async ({ signal: left }) => {
        left?.addEventListener('abort', () => ended.resolve(true))
        started.resolve()
        await ended.promise
        return { kind: 'failed', code: 'CANCELLED', detail: '', fuelUsed: 0 }
      },
    })
    const key = agentCaller('all', { id: `agent_${'a'.repeat(22)}` })
    const answer = tools.handleSkillCall({ name: 'say', arguments: { text: 'x' }, caller: key, signal })
    await started.promise
    expect([...watched]).toEqual([key.principal.id])
    end()
    expect(await answer).toMatchObject({ error: { code: 'CANCELLED' } })
    expect(await ended.promise).toBe(true)
    expect(watched.size).toBe(0)
  })

  test('returns an internal failure with an id and without its cause', async () => {
    const world = toolWorld([])
    Object.defineProperty(world, 'skills', {
      get: () => {
        throw new Error('secret cause')
      },
    })
    const answer = await world.tools.handleSkillCall({ name: 'say', arguments: {}, caller, signal })
    expect(answer).toMatchObject({ error: { code: 'INTERNAL' }, message: expect.stringContaining('call_') })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })
})

describe('a call of a skill that acts', () => {
  const keep = (world: ReturnType<typeof toolWorld>, more: object = {}, of = caller) =>
    world.tools.handleSkillCall({ name: 'keep_note', arguments: { text: 'milk', ...more }, caller: of, signal })

  test('an answer that names a question does not run a later release that waives the confirmation', async () => {
    const world = toolWorld([notesSkill])
    const asked = await keep(world)
    const confirmation_id = asked.status === 'requires_confirmation' ? asked.confirmation.id : ''
    const waives = { effects: ['act'], risk_level: 'medium', confirmation: { required: false } }
    world.skills = [toolSkill({ name: 'notes', ...waives, input_schema: { keep_note: {} } }, 'a later release')]
    for (const answer of [{}, { confirmed: true }, { confirmed: false }]) {
      const { error } = Object(await keep(world, { confirmation_id, ...answer }))
      expect(error).toMatchObject({ code: 'CONFLICT', reason: expect.stringMatching(/^question_/) })
    }
    expect(world.runs).toEqual([])
  })
})

test('a handler that reports that it did not succeed is an error, with its own words', async () => {
  const answers = [
    { results: [{ success: false, error: 'no title' }], message: 'Which title?' },
    { results: [{ success: false, error: 'no title' }] },
  ]
  const world = toolWorld([echoSkill], { reply: () => answers.shift() ?? { results: [{ success: true }] } })
  const say = () => world.tools.handleSkillCall({ name: 'say', arguments: { text: 'x' }, caller, signal })
  const failure = {
    status: 'error',
    notice: untrustedNotice,
    error: { code: 'SKILL_FAILED', fault: 'author' },
    results: [{ success: false, error: 'no title' }],
  }
  expect(await say()).toMatchObject({ ...failure, message: 'Which title?' })
  expect(await say()).toMatchObject({ ...failure, message: 'The skill echo reports that it could not do this.' })
  expect(await say()).toMatchObject({ status: 'success' })
})
