import * as z from 'zod'
import { type Principal, Source } from '#runner/contract/principal.ts'

const withId = <Kind extends string>(kind: Kind) => z.strictObject({ kind: z.literal(kind), id: z.string().min(1) })
const withoutId = <Kind extends string>(kind: Kind) => z.strictObject({ kind: z.literal(kind) })

/** Who did something. Audit rows and executions store it as a text, such as `agent_key:agent_…` or `command`. */
export const Actor = z.discriminatedUnion('kind', [
  /** A traveler with an account, by the id of the user. */
  withId('person'),
  withId('guest'),
  withId('operator'),
  /** The app, as a person's saved search or alert asks it to. By the id of the user. */
  withId('schedule'),
  withId('agent_key'),
  /** A script with a token that an operator made. */
  withId('console_token'),
  /** The scripts of a profile, and an agent with the profile's token. */
  withId('profile'),
  /** A command of the terminal. */
  withoutId('command'),
  /** The app itself, such as at its start. */
  withoutId('app'),
  /** A request without a session, a key or a token. */
  withoutId('anonymous'),
])
export type Actor = z.infer<typeof Actor>

/** The principal of an action. Without a role, which stored principals do not have, a user's source tells the role. */
export type ActingPrincipal = Pick<Principal, 'id' | 'source'> & Partial<Pick<Principal, 'role'>>

const kindOfRole = {
  operator: 'operator',
  traveler: 'person',
  guest: 'guest',
  schedule: 'schedule',
  agent: 'guest',
} as const satisfies Record<Principal['role'], Actor['kind']>

const roleOfSource: Partial<Record<Source, Principal['role']>> = { main: 'operator', 'dm-approved': 'traveler' }

/** The actor behind a principal. Only this function names actors, so an action is always that of the checked principal. */
export function actorOf({ id, source, role = roleOfSource[source] ?? 'guest' }: ActingPrincipal): Actor {
  if (id === 'main') return { kind: 'command' }
  if (id === 'public') return { kind: 'anonymous' }
  switch (id.slice(0, id.indexOf('_') + 1)) {
    case 'user_':
      return { kind: kindOfRole[role], id }
    case 'agent_':
      return { kind: 'agent_key', id }
    case 'ctok_':
      return { kind: 'console_token', id }
    case 'prof_':
      return { kind: 'profile', id }
    default:
      return { kind: role === 'guest' ? 'anonymous' : 'app' }
  }
}

export const actorText = (actor: Actor): string => ('id' in actor ? `${actor.kind}:${actor.id}` : actor.kind)

type StoredActor = { readonly actor: string | null; readonly source: string }

/**
 * The actor in a stored row. Earlier versions stored the id of a user, or null for everybody else: null then, because
 * the row does not say who it was.
 */
export function readActor({ actor: stored, source }: StoredActor): Actor | null {
  if (stored === null) return null
  const at = stored.indexOf(':')
  const read = Actor.safeParse(at < 0 ? { kind: stored } : { kind: stored.slice(0, at), id: stored.slice(at + 1) })
  if (read.success) return read.data
  return stored.startsWith('user_') ? actorOf({ id: stored, source: Source.catch('public').parse(source) }) : null
}

/**
 * An actor for people to read. `actor`: null if the row does not say. Its `id`: absent where people are not shown.
 * `name`: null without one to show.
 */
export const NamedActor = z.strictObject({
  actor: z
    .strictObject({ kind: z.enum(Actor.options.map(({ shape }) => shape.kind.value)), id: z.string().optional() })
    .nullable(),
  name: z.string().nullable(),
})
export type NamedActor = z.infer<typeof NamedActor>
