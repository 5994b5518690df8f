import { accountProblems } from '#lib/shared/account-problems.ts'
import { ErrorCode, sentenceOf } from '#runner/contract/errors.ts'

/** Messages for next-auth's error names; any other error is reported as a failure at the provider. */
const sentences: Record<string, string> = {
  CredentialsSignin: accountProblems.wrongSignIn,
  SessionRequired: accountProblems.signInFirst,
  AccessDenied: accountProblems.notConfirmedByProvider,
  CONFLICT: accountProblems.emailTakenAtProvider,
}

/** The English sentence for the sign-in page's `?error=`; undefined without an error. */
export function sentenceOfSignInError(error: string | string[] | undefined): string | undefined {
  if (typeof error !== 'string' || error === '') return undefined
  const known = Object.hasOwn(sentences, error) ? sentences[error] : undefined
  if (known !== undefined) return known
  const code = ErrorCode.safeParse(error)
  return code.success ? sentenceOf(code.data) : accountProblems.providerFailed
}
