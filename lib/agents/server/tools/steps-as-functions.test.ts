import { expect, test } from 'vitest'
import { composeSteps } from '#runner/manifest/compose-skill.ts'
import { agentCaller, echoSkill, notesSkill, toolSkill, toolWorld } from './testing/tool-world.ts'

const { signal } = new AbortController()
const echo = toolSkill({ name: 'echo', input_schema: echoSkill.manifest.input_schema })
const own = toolSkill({
  name: 'pipeline',
  runtimes: ['steps'],
  input_schema: { note_it: { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] } },
  steps: [
    { skill: 'echo', action: 'say', params: { text: '/input/words' } },
    { skill: 'notes', action: 'keep_note', params: { text: '/steps/0/results/0/text' } },
  ],
})
const pipeline = composeSteps({ ...own, program: { kind: 'steps' } }, [echo, notesSkill])

const open = (skills: 'all' | readonly string[] = 'all', options: Parameters<typeof toolWorld>[1] = {}) => {
  const world = toolWorld([pipeline, echo, notesSkill], options)
  const caller = agentCaller(skills === 'all' ? skills : new Set(skills))
  const call = (given: object) => world.tools.handleSkillCall({ name: 'note_it', arguments: given, caller, signal })
  return { world, caller, call }
}

test('an agent is asked with the facts of the step that acts, and its yes runs that step once', async () => {
  const { world, call } = open()
  const asked = await call({ words: 'milk' })
  if (asked.status !== 'requires_confirmation') throw new Error(JSON.stringify(asked))
  expect(asked.message).toMatch(/^Shall I keep this note\?[\s\S]*milk/)
  const yes = { words: 'milk', confirmed: true, confirmation_id: asked.confirmation.id }
  expect(await call(yes)).toMatchObject({ status: 'success', results: [{ text: 'milk' }], notice: expect.any(String) })
  expect(await call(yes)).toMatchObject({ status: 'error', error: { reason: 'question_used' } })
  expect(world.runs.filter(({ action }) => action === 'keep_note')).toHaveLength(1)
})

test('a key must have the skills of all steps, or the function does not exist for it', async () => {
  const { world, caller, call } = open(['pipeline', 'echo'])
  expect(await call({ words: 'milk' })).toMatchObject({ status: 'error', error: { code: 'NOT_FOUND' } })
  expect((await world.tools.getSkillTools(caller)).map(({ name }) => name)).not.toContain('note_it')
  expect(await open(['pipeline', 'echo', 'notes']).call({ words: 'milk' })).toMatchObject({
    status: 'requires_confirmation',
  })
})

test.each([{ enabled: false }, { release: 'f'.repeat(64) }])(
  'the rule %j of an agent for the skill of a step also holds for the step',
  async (rule) => {
    const { world, call } = open('all', { rules: { of: async () => new Map([['echo', rule]]) } })
    expect(await call({ words: 'milk' })).toMatchObject({ status: 'error', error: { code: 'SKILL_DISABLED' } })
    expect(world.runs).toEqual([])
  },
)
