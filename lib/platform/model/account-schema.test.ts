import { describe, expect, it } from 'vitest'
import { isCommonPassword, OperatorForm, SignInForm, SignUpForm } from './account-schema.ts'

const problems = (input: unknown) =>
  SignUpForm.safeParse(input).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? []
const email = 'ana@example.com'

describe('SignUpForm', () => {
  it.each([
    [{ email: '', password: 'quiet harbour lights' }, 'email'],
    [{ email: 'ana', password: 'quiet harbour lights' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com`, password: 'quiet harbour lights' }, 'email'],
    [{ email, password: 'too short' }, 'password'],
    [{ email, password: 'quiet harbour '.repeat(15) }, 'password'],
    [{ email, password: 'Password123' }, 'password'],
    [{ email, password: 'ANA@example.com' }, 'password'],
    [{ email, password: 'quiet harbour lights', name: 'n'.repeat(81) }, 'name'],
  ])('rejects %j under its field', (input, field) => {
    expect(problems(input).map(([name]) => name)).toEqual([field])
  })
})

it.each(['aaaaaaaaaaaa', 'abababababab', 'abcdefghijkl', '9876543210', 'QWERTYUIOP'])(
  '%s is a common password',
  (text) => {
    expect(isCommonPassword(text)).toBe(true)
  },
)

it('accepts a few plain words as a password', () => {
  expect(isCommonPassword('quiet harbour lights')).toBe(false)
})

it('SignInForm does not check the strength of an existing password', () => {
  expect(SignInForm.safeParse({ email, password: 'short' }).success).toBe(true)
})

it('OperatorForm requires the whole token and ignores spaces around it', () => {
  expect(OperatorForm.safeParse({ token: ` atk_${'a'.repeat(22)}\n` }).success).toBe(true)
  expect(OperatorForm.safeParse({ token: `atk_${'a'.repeat(21)}` }).success).toBe(false)
})
