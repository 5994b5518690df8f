import { expect, test } from 'vitest'
import { accountProblems, accountText } from '../../model/account-problems.ts'
import { DeleteAccountForm, SignUpForm } from '../../model/account-schema.ts'
import { messagesOf } from './messages-of.ts'

const german = (key: string) => messagesOf('de', 'errors')[key] ?? ''

test('each account error has a message under its key', () => {
  expect(Object.keys(messagesOf('en', 'errors'))).toEqual(expect.arrayContaining([...accountProblems]))
})

test("the error of an invalid field is in the reader's language", () => {
  const { error } = SignUpForm.safeParse({ email: 'ana@example.com', password: 'short' })
  expect(error?.issues.map(({ message }) => accountText(message, german))).toEqual([
    'Verwenden Sie mindestens 10 Zeichen.',
  ])
})

test("errors in the form that deletes an account are in the reader's language", () => {
  const { error } = DeleteAccountForm.safeParse({ email: 'a'.repeat(255), word: 'delete my whole account' })
  expect(error?.issues.map(({ message }) => accountText(message, german))).toEqual([
    'Verwenden Sie eine E-Mail-Adresse mit höchstens 254 Zeichen.',
    'Geben Sie das Wort delete ein.',
  ])
})

test('a sentence without a translation stays as it is', () => {
  expect(accountText('Something else.', german)).toBe('Something else.')
})
