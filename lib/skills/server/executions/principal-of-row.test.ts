import { expect, test } from 'vitest'
import { actorOf, actorText } from '#lib/platform/model/actor.ts'
import { principalOfRow } from './invocation-rows.ts'

const actorIn = (source: string, actor: string | null) =>
  actorText(actorOf(principalOfRow({ principalId: 'user_1', source, actor })))

test('the actor of an execution is that of its sealed principal, whatever the unsealed column says', () => {
  expect(actorIn('main', 'schedule:user_1')).toBe('operator:user_1')
  expect(actorIn('dm-approved', 'profile:prof_other')).toBe('person:user_1')
  expect(actorIn('public', 'schedule:user_other')).toBe('guest:user_1')
  expect(actorIn('public', null)).toBe('guest:user_1')
})

test('the column tells that the app worked for the principal, who has the least trust then', () => {
  expect(actorIn('public', 'schedule:user_1')).toBe('schedule:user_1')
})
