import { expect, test } from 'vitest'
import { echoSkill, notesSkill, toolSkill } from './testing/tool-world.ts'
import { toolOf } from './tool.ts'

const skillWith = (permissions: object) => toolSkill({ name: 'mailbox', permissions, input_schema: { leave: {} } })

test.each([
  ['only reads', { skill: echoSkill, action: 'say' }, { readOnly: true, destructive: false }],
  ['acts', { skill: notesSkill, action: 'keep_note' }, { readOnly: false, destructive: true }],
  [
    'may leave a message',
    { skill: skillWith({ messages: true }), action: 'leave' },
    { readOnly: false, destructive: false },
  ],
  [
    'may store values for its caller',
    { skill: skillWith({ storage: true }), action: 'leave' },
    { readOnly: false, destructive: false },
  ],
  [
    'may remember its caller',
    { skill: skillWith({ memory: true }), action: 'leave' },
    { readOnly: false, destructive: false },
  ],
])('a function of a skill that %s says what a call may change', (_, { skill, action }, expected) => {
  expect(toolOf({ name: action, skill, action })).toMatchObject(expected)
})
