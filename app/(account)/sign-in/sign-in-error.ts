import { ErrorCode, sentenceOf } from '#runner/contract/errors.ts'

/** Sentences for the error names of next-auth; its others read as a failure at the provider. */
const sentences: Record<string, string> = {
  CredentialsSignin: 'Email and password do not belong together. Check both.',
  SessionRequired: 'Sign in to see this page.',
  AccessDenied: 'The provider did not say who you are.',
  CONFLICT: 'An account with this email exists already. Sign in to it with its password.',
}

/** The sentence for `?error=` of the sign-in page; undefined when there is none. */
export function sentenceOfSignInError(error: string | string[] | undefined): string | undefined {
  if (typeof error !== 'string' || error === '') return undefined
  const known = Object.hasOwn(sentences, error) ? sentences[error] : undefined
  if (known !== undefined) return known
  const code = ErrorCode.safeParse(error)
  return code.success ? sentenceOf(code.data) : 'Signing in at the provider did not work. Try again.'
}
