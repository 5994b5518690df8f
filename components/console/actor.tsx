import type { NamedActor } from '#lib/platform/model/actor.ts'
import { TextLink } from '../ui/text-link.tsx'
import { actorWords } from './actor-words.ts'
import { Clamped } from './clamped.tsx'

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
