import { expect, test } from 'vitest'
import { accountProblems, translateProblem } from '../../model/account-problems.ts'
import { DeleteAccountForm, SignUpForm } from '../../model/account-schema.ts'
import { messagesOf } from './messages-of.ts'

const german = (key: string) => messagesOf('de', 'errors')[key] ?? ''

test('each account error of the API is the English message under the same key', () => {
  expect(messagesOf('en', 'errors')).toMatchObject(accountProblems)
})

test("the error of an invalid field is in the reader's language", () => {
  const { error } = SignUpForm.safeParse({ email: 'ana@example.com', password: 'short' })
  expect(error?.issues.map(({ message }) => translateProblem(message, german))).toEqual([
    'Verwenden Sie mindestens 10 Zeichen.',
  ])
})

test("errors in the form that deletes an account are in the reader's language", () => {
  const { error } = DeleteAccountForm.safeParse({ email: 'a'.repeat(255), word: 'delete my whole account' })
  expect(error?.issues.map(({ message }) => translateProblem(message, german))).toEqual([
    'Verwenden Sie eine E-Mail-Adresse mit höchstens 254 Zeichen.',
    'Geben Sie das Wort delete ein.',
  ])
})

test('a sentence without a translation stays as it is', () => {
  expect(translateProblem('Something else.', german)).toBe('Something else.')
})
