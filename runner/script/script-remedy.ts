import type { SecretPlace } from '../contract/bound-credentials.ts'
import type { EndCause } from '../contract/end-cause.ts'
import type { ErrorCode } from '../contract/errors.ts'
import { secondsOf } from '../contract/fuel.ts'
import type { ExecutionLimits } from '../core/skill.ts'

const askForHost =
  'GET /profiles/{id} lists the hosts of the profile, and POST /profiles/{id}/proposals asks for another one.'

const remedyOfPlace = (place: SecretPlace) =>
  `Send the placeholder in a header. If the API takes it in the ${place} only, ask an operator to allow the ${place} for this key on the page of the profile, or with POST /profiles/{id}/proposals and "places": ["${place}"].`

/** What the sender can do after a blocked request, by its cause. */
const egressRemedies: { readonly [cause in EndCause]?: string } = {
  managed_secret: 'The gateway adds it to requests to its hosts by itself: leave its placeholder out.',
  secret_host: 'If it should, ask the operator to add the host to the credential.',
  secret_path: remedyOfPlace('path'),
  secret_query: remedyOfPlace('query'),
  secret_body: remedyOfPlace('body'),
  scheme: 'Only https is possible.',
  header: 'Leave the header out.',
  header_twice: 'Leave one of the headers out.',
  'network.methods': 'Use another method, for example GET or POST.',
  url: 'Correct the URL: it must name the host in full, as in https://api.example.com/v1.',
  address: 'Only public addresses can be reached.',
}

/** What the sender of a script can do after an error. Undefined: the error text already explains it. */
export function scriptRemedy(
  code: ErrorCode,
  { fuel, memoryMb, outputKb }: ExecutionLimits,
  cause?: EndCause,
): string | undefined {
  const more = (name: string) => `, or ask the operator to raise the limit ${name} of the profile`
  switch (code) {
    case 'TIMEOUT':
      return `Do less in one execution, send a longer timeout${more('timeout_s')}. No script runs longer than its profile: GET /profiles/{id} says when it expires.`
    case 'OUT_OF_FUEL':
      return `It may use ${fuel} units of fuel, which last ${secondsOf(fuel)} at full speed: do less in one execution${more('fuel')}.`
    case 'OUT_OF_MEMORY':
      return `It may use ${memoryMb} MB: keep less at once${more('memory_mb')}.`
    case 'FORBIDDEN':
      return 'The profile has expired or was revoked while the script ran: ask the operator to extend it.'
    case 'OUTPUT_TOO_LARGE':
      return `The result may have ${outputKb} KB as JSON: return less.`
    case 'EGRESS_BLOCKED':
      return (cause && egressRemedies[cause]) ?? askForHost
    case 'CAPABILITY_DENIED':
      if (cause === 'stored_answers') return 'Fetch less before you ask the model, or ask it in another execution.'
      return cause === 'network.egress'
        ? 'The profile has no hosts: ask for one with POST /profiles/{id}/proposals.'
        : undefined
    case 'NOT_CONFIGURED':
      return 'GET /profiles/{id} says which keys have a value.'
    default:
      return undefined
  }
}
