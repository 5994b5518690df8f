import type { NamedActor } from '#lib/platform/model/actor.ts'
import { TextLink } from '../ui/text-link.tsx'

/** Who did something, with a link to the agent's page. People and the app itself have none. */
export function Actor({ by }: { by: NamedActor }) {
  const href = pageOfActor(by)
  const words = <Clamped>{actorWords(by)}</Clamped>
  return href === undefined ? words : <TextLink href={href}>{words}</TextLink>
}

function pageOfActor({ actor, name }: NamedActor): string | undefined {
  const id = actor?.id
  if (id === undefined || name === null || name === id) return undefined
  if (actor?.kind === 'profile') return `/console/profiles/${id}`
  return actor?.kind === 'agent_key' ? `/console/agents/${encodeURIComponent(name)}` : undefined
}

/**
 * "operator Ada", "agent key voice", "a command". Always names the kind, because people and agents choose their own
 * names: a profile could call itself like an operator.
 */
export function actorWords(by: NamedActor): string {
  // The server knows no name for an account, key or profile that is deleted, and names it by its id.
  const isDeleted = by.name !== null && by.name === by.actor?.id && by.actor.kind !== 'guest'
  return isDeleted ? `${kindWords(by)} (deleted)` : kindWords(by)
}

function kindWords({ actor, name }: NamedActor): string {
  switch (actor?.kind) {
    case 'person':
      return name === null ? 'a traveler' : `traveler ${name}`
    case 'operator':
      return name === null ? 'an operator' : `operator ${name}`
    case 'guest':
      return 'a guest'
    case 'schedule':
      return name === null ? 'a schedule' : `a schedule of ${name}`
    case 'agent_key':
      return name === null ? 'an agent key' : `agent key ${name}`
    case 'console_token':
      return name === null ? 'a console token' : `console token ${name}`
    case 'profile':
      return name === null ? 'a profile' : `profile “${name}”`
    case 'command':
      return 'a command'
    case 'app':
      return 'the app'
    case 'anonymous':
      return 'somebody without a session'
    case undefined:
      // A row of an earlier version.
      return 'not recorded'
  }
}

/** A text that somebody else chose, in at most two lines. Pointing at it shows the whole text. */
export const Clamped = ({ children }: { children: string }) => (
  <span className="console-clamp" title={children}>
    {children}
  </span>
)
