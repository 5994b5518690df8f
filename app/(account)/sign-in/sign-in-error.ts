import { ErrorCode, sentenceOf } from '#runner/contract/errors.ts'

/** Messages for next-auth's error names; any other error is reported as a failure at the provider. */
const sentences: Record<string, string> = {
  CredentialsSignin: 'Wrong email or password. Check both and try again.',
  SessionRequired: 'Sign in to see this page.',
  AccessDenied: 'The provider did not confirm who you are. Try again.',
  CONFLICT: 'An account with this email already exists. Sign in with its password.',
}

/** The message for the sign-in page's `?error=`; undefined without an error. */
export function sentenceOfSignInError(error: string | string[] | undefined): string | undefined {
  if (typeof error !== 'string' || error === '') return undefined
  const known = Object.hasOwn(sentences, error) ? sentences[error] : undefined
  if (known !== undefined) return known
  const code = ErrorCode.safeParse(error)
  return code.success ? sentenceOf(code.data) : 'Sign-in at the provider failed. Try again.'
}
