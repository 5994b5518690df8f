import * as z from 'zod'
import { toldError } from '#lib/platform/model/refusal-reasons.ts'
import { headOfError } from '#lib/platform/server/http/outcome.ts'
import { ErrorBody, type ErrorCode } from '#runner/contract/errors.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { SkillConfirmation, SkillFailure, type SkillOutput, SkillSuccess } from '#runner/contract/skill-io.ts'

type Answered =
  | { readonly status: 'success' }
  | { readonly status: 'requires_confirmation' }
  | { readonly status: 'error'; readonly error: ErrorBody }

/** The HTTP answer with what a skill answered. */
export function skillAnswer(body: Answered) {
  if (body.status === 'success') return { body }
  const { code, retry_after_ms } = body.status === 'error' ? body.error : { code: 'CONFIRMATION_REQUIRED' as const }
  const { status, headers } = headOfError(code, retry_after_ms)
  return { body, status, headers }
}

/** The errors with which a skill can end. */
export const skillFailures: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'API_INVALID_PARAMS',
  'CAPABILITY_DENIED',
  'CAPABILITY_REVOKED',
  'EGRESS_BLOCKED',
  'NOT_CONFIGURED',
  'OUT_OF_FUEL',
  'OUT_OF_MEMORY',
  'OUTPUT_TOO_LARGE',
  'RATE_LIMITED',
  'CANCELLED',
  'INTERNAL',
  'INVALID_OUTPUT',
  'SKILL_CRASHED',
  'SKILL_FAILED',
  'API_UNAVAILABLE',
  'API_INVALID_ANSWER',
  'API_AUTH_FAILED',
  'API_RATE_LIMITED',
  'RUNTIME_UNAVAILABLE',
  'TIMEOUT',
  'API_TIMEOUT',
]

/** What a skill reports beside its own failure. */
const reported = SkillSuccess.pick({ results: true, message: true, metadata: true }).partial()

/** An output as `toldOutput` tells it. */
export const ToldOutput = z.discriminatedUnion('status', [
  SkillSuccess,
  SkillFailure.extend({ error: ErrorBody, ...reported.shape }),
  SkillConfirmation,
])

/**
 * A skill's output as entry points for programs tell it. An error has its remedy. A handler that answers that it did not
 * succeed has failed, and its message and results say why.
 */
export function toldOutput(output: SkillOutput) {
  if (output.status === 'error') return { ...output, error: toldError(output.error) }
  if (output.status !== 'success' || !reportsFailure(output)) return output
  return { ...output, status: 'error' as const, error: toldError(errorOf('SKILL_FAILED', { skill: output.skill })) }
}

/** Whether the skill's only result is the answer of a handler that did not succeed. */
export const reportsFailure = ({ results: [first, ...more] }: Pick<SkillSuccess, 'results'>): boolean =>
  first?.success === false && more.length === 0
