import { expect, it } from 'vitest'
import type { Actor } from '../../model/actor.ts'
import { nameActors, nameAgents } from './name-actors.ts'

const table = (...rows: Record<string, string | null>[]) => ({
  async findMany({ where }: { where: { id: { in: string[] } } }) {
    expect(where.id.in).not.toContain(undefined)
    return rows.filter(({ id }) => where.id.in.includes(String(id)))
  },
})
const db = Object({
  user: table(
    { id: 'ada', name: 'Ada', email: 'ada@example.com' },
    { id: 'ben', name: null, email: 'ben@example.com' },
  ),
  agentKey: table({ id: 'key', slug: 'concierge' }),
  profile: table({ id: 'prof', description: 'Books trips' }),
  consoleToken: table({ id: 'ctok', name: 'ci' }),
})

const names: [Actor | null, all: string | null, agents: string | null][] = [
  [{ kind: 'operator', id: 'ada' }, 'Ada', null],
  [{ kind: 'person', id: 'ben' }, 'ben@example.com', null],
  [{ kind: 'person', id: 'deleted' }, 'deleted', null],
  [{ kind: 'console_token', id: 'ctok' }, 'ci', null],
  [{ kind: 'agent_key', id: 'key' }, 'concierge', 'concierge'],
  [{ kind: 'profile', id: 'prof' }, 'Books trips', 'Books trips'],
  [{ kind: 'app' }, null, null],
  [null, null, null],
]

it('names an actor by person, key, token or profile, and where people are not shown only agents', async () => {
  const actors = names.map(([actor]) => actor)
  const [all, agents] = [await nameActors(db, actors), await nameAgents(db, actors)]
  for (const [actor, name, agentName] of names) {
    expect(all(actor)).toEqual({ actor, name })
    const shown = agentName === null && actor ? { kind: actor.kind } : actor
    expect(agents(actor)).toEqual({ actor: shown, name: agentName })
  }
})
