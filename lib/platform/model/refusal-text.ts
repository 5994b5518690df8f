import type { ErrorBody, ErrorCode } from '#runner/contract/errors.ts'
import type { RefusalReason } from './refusal-reasons.ts'
import { waitOf } from './wait.ts'

/** The placeholders that the message of a refusal can have. */
type Name = 'who' | 'id' | 'fields' | 'most' | 'mostWithAccount'

/** What can be wrong: a code, or a more specific reason. */
type Case = ErrorCode | RefusalReason

/** The keys of refusal messages: of codes and reasons, and variants with more or fewer placeholders. */
type RefusalKey =
  | keyof typeof namedIn
  | 'general'
  | 'invalidFields'
  | 'retryInHours'
  | 'retryInMinutes'
  | 'retryInSeconds'

/** Returns a message of the namespace `refusals`. */
type RefusalTexts = (key: RefusalKey, values?: Readonly<Record<string, string | number>>) => string

/** Facts about a refused request that its error may lack. */
interface RefusedRequest {
  /** The provider's name. Absent: the skill's name is used. */
  readonly who?: string
  readonly skill?: string
  /** The id under which the request is logged. */
  readonly requestId?: string | null
}

/**
 * Why a request was refused, in the reader's language: the message for the error's reason, else for its code, or a
 * general message if a value for a placeholder is missing. The error's own sentence is always English.
 */
export function refusalText(error: ErrorBody, t: RefusalTexts, request: RefusedRequest = {}): string {
  const { code, reason, details, facts, retry_after_ms: waitMs } = error
  if (code === 'RATE_LIMITED' && waitMs !== undefined) {
    const { count, unit } = waitOf(waitMs)
    return t(`retryIn${unit}`, { count })
  }
  const { skill, who = skill, requestId } = request
  const names: Readonly<Record<Name, string | number | null | undefined>> = {
    who,
    id: facts?.id ?? requestId,
    fields: Object.keys(details ?? {}).join(', '),
    most: facts?.most,
    mostWithAccount: facts?.most_with_account,
  }
  const values = Object.entries(names).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  if (code === 'INVALID_INPUT' && names.fields) return t('invalidFields', Object.fromEntries(values))
  const key = keyOf(isCase(reason) ? reason : code)
  return namedIn[key].every((name) => names[name]) ? t(key, Object.fromEntries(values)) : t('general')
}

/**
 * What only a provider, the author of a skill or an operator can mend: the console explains it to them. A reader learns only whether
 * it was not done, or is not available.
 */
export const shared = {
  SKILL_NOT_FOUND: 'notAvailable',
  SKILL_DISABLED: 'notAvailable',
  NOT_CONFIGURED: 'notAvailable',
  TRUST_EXCEEDED: 'notAvailable',
  CAPABILITY_DENIED: 'notDone',
  CAPABILITY_REVOKED: 'notAvailable',
  EGRESS_BLOCKED: 'notDone',
  OUT_OF_FUEL: 'notDone',
  OUT_OF_MEMORY: 'notDone',
  OUTPUT_TOO_LARGE: 'notDone',
  INVALID_OUTPUT: 'notDone',
  SKILL_CRASHED: 'notDone',
  SKILL_FAILED: 'notDone',
  API_INVALID_ANSWER: 'notDone',
  RUNTIME_UNAVAILABLE: 'notAvailable',
  prompt_skill: 'notAvailable',
  method_undeclared: 'notDone',
  placeholder_managed: 'notDone',
  placeholder_host: 'notDone',
  placeholder_place: 'notDone',
  credential_conflict: 'notAvailable',
  address_withheld: 'notAvailable',
  https_only: 'notDone',
  header_refused: 'notDone',
  header_twice: 'notDone',
  url_invalid: 'notDone',
  address_private: 'notDone',
  host_calls: 'notDone',
  effects: 'notDone',
  stored_answers: 'notDone',
} as const satisfies Partial<Record<Case, 'notAvailable' | 'notDone'>>

const isShared = (one: Case): one is keyof typeof shared => Object.hasOwn(shared, one)
const keyOf = (one: Case) => (isShared(one) ? shared[one] : one)

/** Whether the error is one that another try may not meet, and that says nothing to a reader but that it was not done. */
export const isNotDone = ({ code }: ErrorBody): boolean => keyOf(code) === 'notDone'

/** The placeholders of each message. */
export const namedIn: Readonly<
  Record<Exclude<Case, keyof typeof shared> | 'notAvailable' | 'notDone', readonly Name[]>
> = {
  notAvailable: [],
  notDone: [],
  INVALID_INPUT: [],
  PAYLOAD_TOO_LARGE: [],
  METHOD_NOT_ALLOWED: [],
  UNAUTHENTICATED: [],
  FORBIDDEN: [],
  NOT_FOUND: [],
  CONFLICT: [],
  CONFIRMATION_REQUIRED: [],
  TIMEOUT: [],
  API_TIMEOUT: ['who'],
  API_UNAVAILABLE: ['who'],
  API_RATE_LIMITED: ['who'],
  API_AUTH_FAILED: ['who'],
  API_INVALID_PARAMS: ['who'],
  STORAGE_FULL: [],
  DATABASE_UNAVAILABLE: [],
  RATE_LIMITED: [],
  REPLAY_DIVERGED: [],
  RECORD_NOT_AUTHENTIC: [],
  INTERRUPTED: [],
  CANCELLED: [],
  INTERNAL: ['id'],
  vault_key: [],
  stopping: [],
  foreign_origin: [],
  fresh_sign_in: [],
  offer_gone: [],
  offers_full: ['most'],
  searches_full: ['most'],
  guest_searches_full: ['most', 'mostWithAccount'],
  search_paused: [],
  search_past: [],
  moved_away: [],
  hour_limit: [],
  day_limit: [],
  question_unknown: [],
  question_used: [],
  question_declined: [],
  question_expired: [],
  question_arguments: [],
  question_release: [],
}

const isCase = (reason: string | undefined): reason is RefusalReason =>
  reason !== undefined && (Object.hasOwn(namedIn, reason) || Object.hasOwn(shared, reason))
