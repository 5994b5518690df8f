import type { ErrorCode } from '#runner/contract/errors.ts'
import { errorOf } from '#runner/contract/faults.ts'
import type { AccountProblem } from '../../model/account-problems.ts'
import type { Refused } from '../http/outcome.ts'

/** A refusal for this problem, of a field of the form if one is named. */
export const refuseAccount = (code: ErrorCode, reason: AccountProblem, field?: string): Refused => ({
  ok: false,
  error: errorOf(code, {}, { reason, ...(field === undefined ? {} : { details: { [field]: reason } }) }),
})
