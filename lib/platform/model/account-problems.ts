/**
 * The errors of the forms on the account pages, by the key of their message. The HTTP API returns these English
 * sentences; the pages look up the key and show the message in the reader's language.
 */
export const accountProblems = {
  enterEmail: 'Enter your email address.',
  emailTooLong: 'Use an email address of at most 254 characters.',
  emailInvalid: 'Enter an email address such as ana@example.com.',
  passwordTooShort: 'Use at least 10 characters.',
  passwordTooLong: 'Use at most 200 characters.',
  passwordCommon: 'This password is too common; choose another.',
  nameTooLong: 'Use at most 80 characters.',
  passwordIsEmail: 'Use a password other than your email address.',
  enterPassword: 'Enter your password.',
  wrongSignIn: 'Wrong email or password. Check both and try again.',
  emailTaken: 'An account with this email already exists. Sign in instead.',
  emailTakenAtProvider: 'An account with this email already exists. Sign in with its password.',
  wrongPassword: 'This is not your password.',
  noPassword: 'This account has no password.',
  typeDelete: 'Type the word delete.',
  wrongEmail: 'Enter the email address of this account.',
  accountChanged: 'This account has changed meanwhile. Reload the page and try again.',
  resetLinkEnded:
    'This link no longer works: it was used before, or is older than 24 hours. Ask the operator of this app for a new one.',
  resetLinkIncomplete: "This link is not complete. Copy it whole from the operator's message.",
  foreignForm: 'This form did not come from travel.aw. Reload the page and try again.',
  signInFirst: 'Sign in to see this page.',
  notConfirmedByProvider: 'The provider did not confirm who you are. Try again.',
  providerFailed: 'Sign-in at the provider failed. Try again.',
} as const
export type AccountProblem = keyof typeof accountProblems

const isProblem = (key: string): key is AccountProblem => Object.hasOwn(accountProblems, key)
const bySentence: ReadonlyMap<string, AccountProblem> = new Map(
  Object.entries(accountProblems).flatMap(([key, sentence]) => (isProblem(key) ? [[sentence, key] as const] : [])),
)

/** The key of this sentence. Undefined if the sentence is not in the list. */
export const problemOf = (sentence: string): AccountProblem | undefined => bySentence.get(sentence)

/** Translates a sentence of the list into the reader's language. Returns any other sentence unchanged. */
export function translateProblem(sentence: string, t: (key: AccountProblem) => string): string {
  const key = problemOf(sentence)
  return key === undefined ? sentence : t(key)
}
