/**
 * The errors of the forms on the account pages: the keys of their messages. Schemas and refusals name the key, and the
 * pages show its message in the reader's language.
 */
export const accountProblems = [
  'enterEmail',
  'emailTooLong',
  'emailInvalid',
  'passwordTooShort',
  'passwordTooLong',
  'passwordCommon',
  'nameTooLong',
  'passwordIsEmail',
  'enterPassword',
  'wrongSignIn',
  'accountDisabled',
  'emailTaken',
  'emailTakenAtProvider',
  'wrongPassword',
  'noPassword',
  'typeDelete',
  'wrongEmail',
  'accountChanged',
  'lastOperator',
  'resetLinkEnded',
  'resetLinkIncomplete',
  'foreignForm',
  'signInFirst',
  'notConfirmedByProvider',
  'providerFailed',
] as const
export type AccountProblem = (typeof accountProblems)[number]

const known = new Set<string>(accountProblems)

export const isAccountProblem = (key: string | undefined): key is AccountProblem => key !== undefined && known.has(key)

/** The problem in the reader's language. Any other text stays as it is. */
export const accountText = (text: string, t: (key: AccountProblem) => string): string =>
  isAccountProblem(text) ? t(text) : text
