import * as z from 'zod'
import { ErrorCode } from '../contract/errors.ts'

const Reason = z.object({ code: ErrorCode })

/** The code of an abort's reason. One without a code of ours is the caller's going away, or its own time limit. */
export function codeOfReason(reason: unknown): ErrorCode {
  const known = Reason.safeParse(reason)
  if (known.success) return known.data.code
  return reason instanceof DOMException && reason.name === 'TimeoutError' ? 'TIMEOUT' : 'CANCELLED'
}
