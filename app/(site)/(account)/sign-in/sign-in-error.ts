import type { AccountProblem } from '#lib/platform/model/account-problems.ts'
import { ErrorCode } from '#runner/contract/errors.ts'

/** The problems for next-auth's error names. Any other error is reported as a failure of the provider. */
const problems: ReadonlyMap<string, AccountProblem> = new Map([
  ['CredentialsSignin', 'wrongSignIn'],
  ['SessionRequired', 'signInFirst'],
  ['AccessDenied', 'notConfirmedByProvider'],
  ['CONFLICT', 'emailTakenAtProvider'],
  ['FORBIDDEN', 'accountDisabled'],
])

/**
 * Converts the sign-in page's `?error=` to a problem of the account pages or an error code. Undefined without an error.
 */
export function signInErrorOf(
  error: string | string[] | undefined,
): { problem: AccountProblem } | { code: ErrorCode } | undefined {
  if (typeof error !== 'string' || error === '') return undefined
  const problem = problems.get(error)
  if (problem !== undefined) return { problem }
  const code = ErrorCode.safeParse(error)
  return code.success ? { code: code.data } : { problem: 'providerFailed' }
}
