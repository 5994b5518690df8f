import type { ErrorCode } from './contract/errors.ts'
import type { ExecutionLimits } from './skill.ts'

/** What the sender of a script can do after an error. Undefined: the error itself says it. */
export function scriptRemedy(
  code: ErrorCode,
  { fuel, memoryMb, outputKb }: ExecutionLimits,
  detail = '',
): string | undefined {
  const more = (name: string) => `, or ask the operator to raise the limit ${name} of the profile`
  switch (code) {
    case 'TIMEOUT':
      return `Do less in one execution, send a longer timeout${more('timeout_s')}.`
    case 'OUT_OF_FUEL':
      return `It may use ${fuel} units of fuel: do less in one execution${more('fuel')}.`
    case 'OUT_OF_MEMORY':
      return `It may use ${memoryMb} MB: keep less at once${more('memory_mb')}.`
    case 'OUTPUT_TOO_LARGE':
      return `The result may have ${outputKb} KB as JSON: return less.`
    case 'EGRESS_BLOCKED':
      return 'GET /profiles/{id} lists the hosts of the profile, and POST /profiles/{id}/proposals asks for another one.'
    case 'CAPABILITY_DENIED':
      return detail.startsWith('fetch ')
        ? 'The profile has no hosts: ask for one with POST /profiles/{id}/proposals.'
        : undefined
    default:
      return undefined
  }
}
