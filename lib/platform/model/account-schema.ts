import * as z from 'zod'
import { oneLine } from '#runner/contract/hidden-text.ts'
import type { AccountProblem } from './account-problems.ts'
import { isCommonPassword } from './common-passwords.ts'
import { EmailAddress } from './email-address.ts'

/** The forms of the account pages. Browser and server parse them with the same schemas. */

/** The message of a schema is the key of the problem. */
const problem = (key: AccountProblem) => key

const newPassword = z
  .string()
  .min(10, problem('passwordTooShort'))
  .max(200, problem('passwordTooLong'))
  .refine((text) => !isCommonPassword(text), problem('passwordCommon'))

export const SignUpForm = z
  .object({
    name: z.string().overwrite(oneLine).max(80, problem('nameTooLong')).optional(),
    email: EmailAddress,
    password: newPassword,
  })
  .refine(({ email: address, password }) => password.toLowerCase() !== address, {
    path: ['password'],
    message: problem('passwordIsEmail'),
  })
export type SignUpForm = z.output<typeof SignUpForm>

export const SignInForm = z.object({
  email: EmailAddress,
  password: z.string().min(1, problem('enterPassword')).max(200, problem('passwordTooLong')),
})
export type SignInForm = z.output<typeof SignInForm>

const ownPassword = z.string().min(1, problem('enterPassword')).max(200, problem('passwordTooLong'))

/** Proves for one operation that the person is present. */
export const ProofForm = z.object({ current: ownPassword })
export type ProofForm = z.output<typeof ProofForm>

export const ChangePasswordForm = z.object({ current: ownPassword, password: newPassword })
export type ChangePasswordForm = z.output<typeof ChangePasswordForm>

export const ResetPasswordForm = z.object({ token: z.string().max(200), password: newPassword })
export type ResetPasswordForm = z.output<typeof ResetPasswordForm>

/** The confirmation of a deletion: the password, the email address or the word "delete". A guest sends none of them. */
export const DeleteAccountForm = z.object({
  current: ownPassword.optional(),
  email: z.string().trim().max(254, problem('emailTooLong')).optional(),
  word: z.string().trim().max(20, problem('typeDelete')).optional(),
})
export type DeleteAccountForm = z.output<typeof DeleteAccountForm>

export const OperatorForm = z.object({
  token: z
    .string()
    .trim()
    .regex(/^atk_[0-9A-Za-z]{22}$/, 'Paste the whole token: atk_ and 22 letters and digits.'),
})
export type OperatorForm = z.output<typeof OperatorForm>

/** The state of a form after the server refused it. `fields`: the error messages by field name. */
export type FormState = {
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
  /** The entered values, without passwords, to fill the form again. */
  readonly values?: Readonly<Record<string, string>>
}

/** A form's server operation, called through React's `useActionState`. */
export type FormAction = (state: FormState, data: FormData) => Promise<FormState>
