import type { NamedActor } from '#lib/platform/model/actor.ts'

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
