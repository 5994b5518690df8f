import type { Actor, NamedActor } from '../../model/actor.ts'
import type { DatabaseClient } from '../db/client.ts'

type Tables = Pick<DatabaseClient, 'user' | 'agentKey' | 'profile' | 'consoleToken'>

const isAgent = (actor: Actor | null) => actor?.kind === 'agent_key' || actor?.kind === 'profile'

/** Names actors by their person, key, token or profile. A deleted one has its id as its name. */
export async function nameActors(
  db: Tables,
  actors: readonly (Actor | null)[],
): Promise<(actor: Actor | null) => NamedActor> {
  const ids = [...new Set(actors.flatMap((actor) => (actor && 'id' in actor ? actor.id : [])))]
  const where = { id: { in: ids } }
  const [users, keys, profiles, tokens] = await Promise.all([
    db.user.findMany({ where, select: { id: true, name: true, email: true } }),
    db.agentKey.findMany({ where, select: { id: true, slug: true } }),
    db.profile.findMany({ where, select: { id: true, description: true } }),
    db.consoleToken.findMany({ where, select: { id: true, name: true } }),
  ])
  const names = new Map([
    ...users.map(({ id, name, email }) => [id, name ?? email] as const),
    ...keys.map(({ id, slug }) => [id, slug] as const),
    ...tokens.map(({ id, name }) => [id, name] as const),
    ...profiles.map(({ id, description }) => [id, description] as const),
  ])
  return (actor) => ({ actor, name: actor && 'id' in actor ? (names.get(actor.id) ?? actor.id) : null })
}

/** Names only agents, without the ids of people: the console does not show who searched for what. */
export async function nameAgents(
  db: Tables,
  actors: readonly (Actor | null)[],
): Promise<(actor: Actor | null) => NamedActor> {
  const named = await nameActors(db, actors.filter(isAgent))
  return (actor) => (isAgent(actor) ? named(actor) : { actor: actor && { kind: actor.kind }, name: null })
}
