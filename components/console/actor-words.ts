import type { NamedActor } from '#lib/platform/model/actor.ts'

/** "Ada", "agent key voice", "a command". */
export function actorWords({ actor, name }: NamedActor): string {
  switch (actor?.kind) {
    case 'person':
      return name ?? 'a traveler'
    case 'operator':
      return name ?? 'an operator'
    case 'guest':
      return 'a guest'
    case 'schedule':
      return name === null ? 'a schedule' : `a schedule of ${name}`
    case 'agent_key':
      return `agent key ${name}`
    case 'profile':
      return name ?? 'a profile'
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
