import { closest } from '#runner/manifest/did-you-mean.ts'
import { CommandFailure } from './expected-failure.ts'

/** The error for an unknown skill name. Suggests the most similar known name, or lists all. */
export function unknownSkill(name: string, known: readonly string[]): CommandFailure {
  const meant = closest(name, known)
  const remedy = meant === undefined ? `use one of ${known.join(', ')}` : `did you mean ${meant}?`
  return new CommandFailure(`Unknown skill ${name}: ${remedy}`)
}
