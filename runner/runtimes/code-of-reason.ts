import * as z from 'zod'
import { ErrorCode } from '../contract/errors.ts'

const Reason = z.object({ code: ErrorCode })

/**
 * Maps an abort reason to an error code. A reason without a known code is TIMEOUT for a `TimeoutError`, else CANCELLED.
 */
export function codeOfReason(reason: unknown): ErrorCode {
  const known = Reason.safeParse(reason)
  if (known.success) return known.data.code
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'TIMEOUT' : 'CANCELLED'
}
