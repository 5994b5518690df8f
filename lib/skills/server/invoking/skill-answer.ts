import { headOfError } from '#lib/platform/server/http/outcome.ts'
import type { ErrorBody, ErrorCode } from '#runner/contract/errors.ts'

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
