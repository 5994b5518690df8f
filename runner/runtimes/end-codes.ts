import * as z from 'zod'
import { ErrorCode, RaisableCode } from '../contract/errors.ts'

const Reason = z.object({ code: ErrorCode })

/**
 * Maps an abort reason to an error code. A reason without a known code is TIMEOUT for a `TimeoutError`, else CANCELLED.
 */
export function codeOfReason(reason: unknown): ErrorCode {
  const known = Reason.safeParse(reason)
  if (known.success) return known.data.code
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'TIMEOUT' : 'CANCELLED'
}

/** The end of a program that raised an error with a code of its own choice. */
export function raised(code: string, detail: string, field?: string) {
  const raisable = RaisableCode.safeParse(code)
  if (raisable.success)
    return { kind: 'raised', code: raisable.data, detail, ...(field === undefined ? {} : { field }) } as const
  return {
    kind: 'failed',
    code: 'SKILL_CRASHED',
    detail: `the skill may not raise ${code.slice(0, 64)}: ${detail}`,
  } as const
}

/** Whether the program itself caused this end. It counts only if none of its host calls ends the execution. */
export function isOwnEnd({ kind, code = '' }: { readonly kind: string; readonly code?: string }): boolean {
  return kind === 'failed' ? ['SKILL_CRASHED', 'INVALID_OUTPUT'].includes(code) : kind !== 'no_image'
}
