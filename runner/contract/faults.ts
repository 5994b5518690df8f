import { type RunnerReason, runnerReasons } from './error-reasons.ts'
import {
  type ErrorBody,
  type ErrorCode,
  type ErrorFacts,
  type Fault,
  fillSentence,
  type ReasonRow,
  sentenceOf,
} from './errors.ts'

/** Who is at fault for a refusal, and what they, or else the caller, can do. */
type Blame = { readonly fault: Fault; readonly remedy: string }

/** The blame of each code. A reason within the code has its own. */
export const blames: Readonly<Record<ErrorCode, Blame>> = {
  INVALID_INPUT: { fault: 'caller', remedy: 'Correct the fields that details names.' },
  PAYLOAD_TOO_LARGE: { fault: 'caller', remedy: 'Send a smaller request.' },
  METHOD_NOT_ALLOWED: { fault: 'caller', remedy: 'Use one of the methods in the header Allow.' },
  UNAUTHENTICATED: { fault: 'caller', remedy: 'Sign in, start a guest session, or send a valid key.' },
  FORBIDDEN: { fault: 'caller', remedy: 'Use an account or a key that may do this, or ask the operator.' },
  SKILL_NOT_FOUND: { fault: 'caller', remedy: 'Use the name of an approved skill, or ask the operator to approve it.' },
  SKILL_DISABLED: { fault: 'operator', remedy: 'Switch the skill on.' },
  NOT_CONFIGURED: { fault: 'operator', remedy: 'Store a valid value for the credential that details names.' },
  NOT_FOUND: { fault: 'caller', remedy: 'Check the address, the name and the id.' },
  CONFLICT: { fault: 'caller', remedy: 'Read the current state, then decide again.' },
  TRUST_EXCEEDED: { fault: 'caller', remedy: 'Sign in, or ask the operator to trust this source of requests more.' },
  CONFIRMATION_REQUIRED: { fault: 'caller', remedy: 'Ask the person, then call again with the confirmation.' },
  CAPABILITY_DENIED: { fault: 'author', remedy: 'Declare the permission in the manifest.' },
  CAPABILITY_REVOKED: {
    fault: 'operator',
    remedy: 'Approve the permission again, or change the skill: it can catch CapabilityRevoked and go on.',
  },
  EGRESS_BLOCKED: { fault: 'author', remedy: 'Declare the host under permissions.network.egress.' },
  TIMEOUT: { fault: 'author', remedy: 'Do less at once, wait less for providers, or raise limits.timeout_ms.' },
  OUT_OF_FUEL: { fault: 'author', remedy: 'Compute less, or raise limits.fuel.' },
  OUT_OF_MEMORY: { fault: 'author', remedy: 'Keep less in memory, or raise limits.memory_mb.' },
  OUTPUT_TOO_LARGE: { fault: 'author', remedy: 'Return less, or raise limits.output_kb.' },
  INVALID_OUTPUT: { fault: 'author', remedy: 'Return what the schema of the skill or its capability asks for.' },
  SKILL_CRASHED: { fault: 'author', remedy: 'Correct the error; the log of the execution names it.' },
  SKILL_FAILED: { fault: 'author', remedy: 'Read message and results: the skill says there what is missing.' },
  API_TIMEOUT: { fault: 'provider', remedy: 'Try again later.' },
  API_UNAVAILABLE: { fault: 'provider', remedy: 'Try again later.' },
  API_RATE_LIMITED: { fault: 'provider', remedy: 'Try again later, or ask the provider for a higher limit.' },
  API_AUTH_FAILED: { fault: 'operator', remedy: 'Store credentials that the provider accepts.' },
  API_INVALID_ANSWER: { fault: 'provider', remedy: 'Try again later; if it stays, adapt the skill to the form.' },
  API_INVALID_PARAMS: { fault: 'caller', remedy: 'Change the values of the request.' },
  RUNTIME_UNAVAILABLE: {
    fault: 'operator',
    remedy: 'Provide what details names, such as a Docker engine, or install the skill in a higher tier.',
  },
  STORAGE_FULL: { fault: 'operator', remedy: 'Free space on the disk of this instance.' },
  DATABASE_UNAVAILABLE: { fault: 'operator', remedy: 'Start the database server again; the log has the cause.' },
  RATE_LIMITED: { fault: 'caller', remedy: 'Wait for retry_after_ms, then try again.' },
  REPLAY_DIVERGED: { fault: 'platform', remedy: 'Compare the differences in details; the recorded result stands.' },
  RECORD_NOT_AUTHENTIC: { fault: 'operator', remedy: 'Find out who changed the database, and restore a backup.' },
  INTERRUPTED: { fault: 'platform', remedy: 'Check at the provider whether the request arrived before repeating it.' },
  CANCELLED: { fault: 'caller', remedy: 'Call again if the result is still wanted.' },
  INTERNAL: { fault: 'platform', remedy: 'Report the id to the operator, whose log has the cause under it.' },
}

/** An error as the platform makes it: who is at fault is always known. */
export type BlamedError = ErrorBody & { readonly fault: Fault }

/** `message` replaces the sentence of the code. */
type More = Partial<Omit<ErrorBody, 'code' | 'fault'>>

/** An error with the sentence and the blame of its code. `words` fill the sentence. */
export function errorOf(code: ErrorCode, words: ErrorFacts = {}, more: More = {}): BlamedError {
  const { message = sentenceOf(code, words), ...rest } = more
  return { code, message, fault: blames[code].fault, ...rest }
}

/** An error for one of these reasons, with the code, the sentence and the blame of the reason. */
export function errorBecause(reason: RunnerReason, words: ErrorFacts = {}, more: More = {}): BlamedError {
  const { code, fault, sentence }: ReasonRow = runnerReasons[reason]
  return { code, message: fillSentence(sentence, words), reason, fault, ...more }
}

/** An error from a record that may lack its blame. */
export const blamed = (error: ErrorBody): BlamedError => ({ ...error, fault: error.fault ?? blameOf(error).fault })

/** TRUST_EXCEEDED where the trust of the request would suffice, but the operator allows less. */
const allowedLess: Blame = {
  fault: 'operator',
  remedy: 'Allow what details names: approve it, or change travel.config.json or the rule of the agent.',
}

/** The blame of an error's reason, or else of its code. */
export function blameOf({ code, reason, fault }: Pick<ErrorBody, 'code' | 'reason' | 'fault'>): Blame {
  if (code === 'TRUST_EXCEEDED' && fault === allowedLess.fault) return allowedLess
  return isRunnerReason(reason) ? runnerReasons[reason] : blames[code]
}

const isRunnerReason = (reason: string | undefined): reason is RunnerReason =>
  reason !== undefined && Object.hasOwn(runnerReasons, reason)
