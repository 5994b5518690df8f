import { expect, test } from 'vitest'
import { resetLinkNote } from './print-operator-token.ts'

test('says whom to send a reset link to, that it works once, and for how long', () => {
  const note = resetLinkNote({ email: 'ana@example.com', isRunning: true })
  expect(note).toContain('Send this link to ana@example.com')
  expect(note).toContain('It works once, within 24 hours.')
  expect(note).not.toContain('start it')
})

test('says to start the app when it is not running', () => {
  expect(resetLinkNote({ email: 'ana@example.com', isRunning: false })).toContain('start it first')
})
