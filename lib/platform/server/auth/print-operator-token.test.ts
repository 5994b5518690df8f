import { expect, test, vi } from 'vitest'
import { baseUrlOf, listenUrlOf, readEnv } from '../env/env.ts'
import { operatorTokenBox, printOperatorToken, resetLinkNote } from './print-operator-token.ts'

test('prints the token with the steps and their URLs', () => {
  const box = operatorTokenBox('atk_example', 'http://127.0.0.1:4000')
  const lines = box.split('\n')
  const token = lines.findIndex((line) => line.includes('  atk_example  '))
  const account = lines.findIndex((line) => line.includes('Create an account at http://127.0.0.1:4000/sign-up'))
  const use = lines.findIndex((line) => line.includes('at http://127.0.0.1:4000/operator'))
  expect(token).toBeGreaterThan(0)
  expect(account).toBeGreaterThan(token)
  expect(use).toBeGreaterThan(account)
  expect(box).toContain('npm run travel -- operator-token')
  expect(new Set(lines.filter(Boolean).map((line) => line.length)).size).toBe(1)
})

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4000'],
  ['0.0.0.0', 'http://localhost:4000'],
  ['::', 'http://localhost:4000'],
  ['::1', 'http://[::1]:4000'],
])('an app that listens on %s has the URL %s, unless it has a public URL', (host, url) => {
  expect(baseUrlOf({ host, port: 4000, publicUrl: undefined })).toBe(url)
  expect(listenUrlOf({ host, port: 4000 })).toBe(url)
  expect(baseUrlOf({ host, port: 4000, publicUrl: 'https://travel.example.com/' })).toBe('https://travel.example.com')
})

test('prints nothing if no token is needed', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  for (const made of [undefined, { token: 'atk_1' }]) {
    await printOperatorToken(Object({ auth: { ensureOperatorToken: async () => made }, env: readEnv({}) }))
  }
  expect(write.mock.calls).toEqual([[expect.stringContaining('atk_1')]])
})

test('says whom to send a reset link to, that it works once, and for how long', () => {
  const note = resetLinkNote({ email: 'ana@example.com', isRunning: true })
  expect(note).toContain('Send this link to ana@example.com')
  expect(note).toContain('It works once, within 24 hours.')
  expect(note).not.toContain('start it')
})

test('says to start the app when it is not running', () => {
  expect(resetLinkNote({ email: 'ana@example.com', isRunning: false })).toContain('start it first')
})
