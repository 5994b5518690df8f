import type { ErrorCode } from '../contract/errors.ts'
import type { ExecutionLimits } from '../core/skill.ts'

const askForHost =
  'GET /profiles/{id} lists the hosts of the profile, and POST /profiles/{id}/proposals asks for another one.'

/** Remedies by the reason for which a request was blocked. */
const egressRemedies: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [/:\d+ is not declared$/, askForHost],
  [
    / is used by the gateway only$/,
    'The gateway adds it to requests to its hosts by itself: leave its placeholder out.',
  ],
  [/ may not go to \S+$/, 'If it should, ask the operator to add the host to the credential.'],
  [/\bscheme \S+ is not https/, 'Only https is possible.'],
  [/\btwo different \S+ headers$/, 'Leave one of the headers out.'],
  [/\bheader\b/, 'Leave the header out.'],
  [/\bmethod\b/, 'Use another method, for example GET or POST.'],
  [
    /\b(?:malformed URL|a dot segment in the path|user-info in the URL|not a full host name)$/,
    'Correct the URL: it must name the host in full, as in https://api.example.com/v1.',
  ],
  [/ resolves to |\bconnected to /, 'Only public addresses can be reached.'],
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
      if (detail.startsWith('waiting ')) return 'Fetch less before you ask the model, or ask it in another execution.'
      return detail.startsWith('fetch ')
        ? 'The profile has no hosts: ask for one with POST /profiles/{id}/proposals.'
        : undefined
    default:
      return undefined
  }
}
