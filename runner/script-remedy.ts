import type { ErrorCode } from './contract/errors.ts'
import type { ExecutionLimits } from './skill.ts'

const askForHost =
  'GET /profiles/{id} lists the hosts of the profile, and POST /profiles/{id}/proposals asks for another one.'

/** Remedies by the reason for which a request was blocked. */
const egressRemedies: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [
    / is used by the gateway only$/,
    'The gateway adds it to requests to its hosts by itself: leave its placeholder out.',
  ],
  [/ may not go to \S+$/, 'If it should, ask the operator to add the host to the credential.'],
  [/\bscheme \S+ is not https/, 'Only https is possible.'],
  [/\bheader\b/, 'Leave the header out.'],
]

/** What the sender of a script can do after an error. Undefined: the error text already explains it. */
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
      return egressRemedies.find(([reason]) => reason.test(detail))?.[1] ?? askForHost
    case 'CAPABILITY_DENIED':
      return detail.startsWith('fetch ')
        ? 'The profile has no hosts: ask for one with POST /profiles/{id}/proposals.'
        : undefined
    default:
      return undefined
  }
}
