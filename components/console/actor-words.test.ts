import { expect, test } from 'vitest'
import { actorWords } from './actor.tsx'

test.each([
  [{ kind: 'operator', id: 'user_1' }, 'Ada', 'operator Ada'],
  [{ kind: 'operator', id: 'user_1' }, 'user_1', 'operator user_1 (deleted)'],
  [{ kind: 'agent_key', id: 'agent_1' }, 'agent_1', 'agent key agent_1 (deleted)'],
  [{ kind: 'person', id: 'user_1' }, 'the app', 'traveler the app'],
  [{ kind: 'person', id: 'user_1' }, null, 'a traveler'],
  [{ kind: 'guest', id: 'user_1' }, 'user_1', 'a guest'],
  [{ kind: 'schedule', id: 'user_1' }, null, 'a schedule'],
  [{ kind: 'schedule', id: 'user_1' }, 'Mila', 'a schedule of Mila'],
  [{ kind: 'agent_key', id: 'agent_1' }, 'voice', 'agent key voice'],
  [{ kind: 'profile', id: 'prof_1' }, 'Reports', 'profile “Reports”'],
  [{ kind: 'profile', id: 'prof_1' }, 'a'.repeat(500), `profile “${'a'.repeat(500)}”`],
  [{ kind: 'command' }, null, 'a command'],
  [{ kind: 'app' }, null, 'the app'],
  [{ kind: 'anonymous' }, null, 'somebody without a session'],
  [null, null, 'not recorded'],
] as const)('%o with the name %s is shown as itself', (actor, name, words) => {
  expect(actorWords({ actor, name })).toBe(words)
})
