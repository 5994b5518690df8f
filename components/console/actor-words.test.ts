import { expect, test } from 'vitest'
import { actorWords } from './actor-words.ts'

test.each([
  [{ kind: 'operator', id: 'user_1' }, 'Ada', 'Ada'],
  [{ kind: 'person', id: 'user_1' }, null, 'a traveler'],
  [{ kind: 'guest', id: 'user_1' }, 'user_1', 'a guest'],
  [{ kind: 'schedule', id: 'user_1' }, null, 'a schedule'],
  [{ kind: 'schedule', id: 'user_1' }, 'Mila', 'a schedule of Mila'],
  [{ kind: 'agent_key', id: 'agent_1' }, 'voice', 'agent key voice'],
  [{ kind: 'profile', id: 'prof_1' }, 'Reports', 'Reports'],
  [{ kind: 'command' }, null, 'a command'],
  [{ kind: 'app' }, null, 'the app'],
  [{ kind: 'anonymous' }, null, 'somebody without a session'],
  [null, null, 'not recorded'],
] as const)('%o with the name %s is shown as itself', (actor, name, words) => {
  expect(actorWords({ actor, name })).toBe(words)
})
