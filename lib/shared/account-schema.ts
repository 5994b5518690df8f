import * as z from 'zod'
import { isCommonPassword } from './common-passwords.ts'

/** The forms of the account pages, parsed the same in the browser and on the server. */

const email = z
  .string()
  .trim()
  .min(1, 'Enter your email address.')
  .max(254, 'Use an email address of at most 254 characters.')
  .pipe(z.email('Enter an email address such as ana@example.com.'))
  .transform((text) => text.toLowerCase())

const newPassword = z
  .string()
  .min(10, 'Use at least 10 characters.')
  .max(200, 'Use at most 200 characters.')
  .refine((text) => !isCommonPassword(text), 'This password is one of the first that is guessed; choose another.')

export const SignUpForm = z
  .object({
    name: z.string().trim().max(80, 'Use at most 80 characters.').optional(),
    email,
    password: newPassword,
  })
  .refine(({ email: address, password }) => password.toLowerCase() !== address, {
    path: ['password'],
    message: 'Use a password other than your email address.',
  })
export type SignUpForm = z.output<typeof SignUpForm>

export const SignInForm = z.object({
  email,
  password: z.string().min(1, 'Enter your password.').max(200, 'Use at most 200 characters.'),
})
export type SignInForm = z.output<typeof SignInForm>

export const OperatorForm = z.object({
  token: z
    .string()
    .trim()
    .regex(/^atk_[0-9A-Za-z]{22}$/, 'Paste the whole token: atk_ and 22 letters and digits.'),
})
export type OperatorForm = z.output<typeof OperatorForm>

/** What a form shows after the server refused it. `fields` holds a sentence by field name. */
export type FormState = {
  readonly message?: string
  readonly fields?: Readonly<Record<string, string>>
  /** What was typed, without passwords, for a page that is made anew. */
  readonly values?: Readonly<Record<string, string>>
}

/** A form's server operation, as React's `useActionState` calls it. */
export type FormAction = (state: FormState, data: FormData) => Promise<FormState>
