import * as z from 'zod'
import { withoutHidden } from '#runner/contract/hidden-text.ts'
import type { AccountProblem } from './account-problems.ts'

const problem = (key: AccountProblem) => key

/**
 * An email address in the one form in which the app stores and compares it: without spaces around it and characters that
 * nobody sees, in lower case. It is ASCII, so the database finds the same case.
 */
export const EmailAddress = z
  .string()
  .overwrite(withoutHidden)
  .trim()
  .min(1, problem('enterEmail'))
  .max(254, problem('emailTooLong'))
  .pipe(z.email(problem('emailInvalid')))
  .transform((text) => text.toLowerCase())

/** The address in this form; undefined for anything else. */
export const emailOf = (given: unknown): string | undefined => EmailAddress.safeParse(given).data
