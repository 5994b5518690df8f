import type { ErrorBody, ErrorCode } from '#runner/contract/errors.ts'
import type { RefusalReason } from './refusal-reasons.ts'
import { waitOf } from './wait.ts'

/** The placeholders that the message of a refusal can have. */
type Name = 'skill' | 'who' | 'id' | 'fields' | 'most' | 'mostWithAccount'

/** The keys of refusal messages: one for each code and reason, and variants with more or fewer placeholders. */
type RefusalKey =
  | ErrorCode
  | RefusalReason
  | 'general'
  | 'invalidFields'
  | 'retryInHours'
  | 'retryInMinutes'
  | 'retryInSeconds'

/** Returns a message of the namespace `refusals`. */
export type RefusalTexts = (key: RefusalKey, values?: Readonly<Record<string, string | number>>) => string

/** Facts about a refused request that its error may lack. */
export interface RefusedRequest {
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
    skill,
    who,
    id: facts?.id ?? requestId,
    fields: Object.keys(details ?? {}).join(', '),
    most: facts?.most,
    mostWithAccount: facts?.most_with_account,
  }
  const values = Object.entries(names).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  if (code === 'INVALID_INPUT' && names.fields) return t('invalidFields', Object.fromEntries(values))
  const key = isCase(reason) ? reason : code
  return namedIn[key].every((name) => names[name]) ? t(key, Object.fromEntries(values)) : t('general')
}

/** The placeholders of each message. */
export const namedIn: Readonly<Record<ErrorCode | RefusalReason, readonly Name[]>> = {
  INVALID_INPUT: [],
  PAYLOAD_TOO_LARGE: [],
  METHOD_NOT_ALLOWED: [],
  UNAUTHENTICATED: [],
  FORBIDDEN: [],
  SKILL_NOT_FOUND: ['skill'],
  SKILL_DISABLED: ['skill'],
  NOT_CONFIGURED: ['skill'],
  NOT_FOUND: [],
  CONFLICT: [],
  TRUST_EXCEEDED: ['skill'],
  CONFIRMATION_REQUIRED: ['skill'],
  CAPABILITY_DENIED: ['skill'],
  CAPABILITY_REVOKED: ['skill'],
  EGRESS_BLOCKED: ['skill'],
  TIMEOUT: ['skill'],
  OUT_OF_FUEL: ['skill'],
  OUT_OF_MEMORY: ['skill'],
  OUTPUT_TOO_LARGE: ['skill'],
  INVALID_OUTPUT: ['skill'],
  SKILL_CRASHED: ['skill'],
  SKILL_FAILED: ['skill'],
  API_TIMEOUT: ['who'],
  API_UNAVAILABLE: ['who'],
  API_RATE_LIMITED: ['who'],
  API_AUTH_FAILED: ['who'],
  API_INVALID_PARAMS: ['who'],
  RUNTIME_UNAVAILABLE: ['skill'],
  STORAGE_FULL: [],
  DATABASE_UNAVAILABLE: [],
  RATE_LIMITED: [],
  REPLAY_DIVERGED: [],
  RECORD_NOT_AUTHENTIC: [],
  INTERRUPTED: ['skill'],
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
  prompt_skill: ['skill'],
  method_undeclared: ['skill'],
  placeholder_managed: ['skill'],
  placeholder_host: ['skill'],
  placeholder_place: ['skill'],
  credential_conflict: ['skill'],
  address_withheld: ['skill'],
  https_only: ['skill'],
  header_refused: ['skill'],
  header_twice: ['skill'],
  url_invalid: ['skill'],
  address_private: ['skill'],
  host_calls: ['skill'],
  effects: ['skill'],
  stored_answers: ['skill'],
  question_unknown: [],
  question_used: [],
  question_declined: [],
  question_expired: [],
  question_arguments: [],
  question_release: [],
}

const isCase = (reason: string | undefined): reason is RefusalReason =>
  reason !== undefined && Object.hasOwn(namedIn, reason)
