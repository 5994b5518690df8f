import * as z from 'zod'
import { oneLine } from '#runner/contract/hidden-text.ts'
import type { AccountProblem } from './account-problems.ts'
import { EmailAddress } from './email-address.ts'

/** The most common leaked passwords of ten or more characters, in lower case. */
const list = `
0123456789 1029384756 1122334455 1111122222 1212121212 1234512345 1234567890 12345678900 12345678910 123456789a 123456789q
1234567899 1234567891 12345qwert 123123123123 123321123321 12qwaszx12 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc
987654321a 9876543210 abcd123456 abcdefghij abc123456789 administrator asdfghjkl1 asdfghjkl; asdfghjklz asd123456789
babygirl123 baseball123 basketball basketball1 blink182blink changeme123 charlie123 computer123 dragon1234 football123
freedom123 helloworld helloworld1 iloveyou12 iloveyou123 iloveyou1234 iloveyou2020 jordan1234 letmein123 letmeinnow
liverpool1 liverpoolfc manchester master1234 michael123 minecraft1 monkey1234 passw0rd12 passw0rd123 password00 password01
password10 password11 password12 password123 password1234 password12345 password123456 password!! password1! password123!
p@ssw0rd12 p@ssw0rd123 p@ssword123 pokemon123 princess12 princess123 q1w2e3r4t5 q1w2e3r4t5y6 qazwsx1234 qazwsxedcrfv
qwerty1234 qwerty12345 qwerty123456 qwertyuiop qwertyuiop1 qwertyuiop123 qwertyuiop[] qwe123456789 sample1234 secret1234
spongebob1 starwars123 strawberry sunshine12 sunshine123 superman123 test123456 testtest12 testtest123 thisismypassword
trustno1trustno1 tinkerbell travel1234 travel12345 unbelievable volleyball welcome123 welcome1234 welcome12345 whatever123
zaq12wsxcde3 zxcvbnm123 zxcvbnm1234 zxcvbnm,./
`

const common: ReadonlySet<string> = new Set(list.split(/\s+/).filter(Boolean))

/** Whether a password is easy to guess: on the list, one or two repeated characters, or a run such as `abcdefghijk`. */
export function isCommonPassword(password: string): boolean {
  const text = password.toLowerCase()
  if (common.has(text) || new Set(text).size <= 2) return true
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)))
  return steps.size === 1
}

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
