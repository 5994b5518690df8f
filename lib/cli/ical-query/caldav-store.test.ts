import { expect, test } from 'vitest'
import { keepsPassword } from './caldav-store.ts'

test.each([
  ['https://dav.example.com/x', true],
  ['http://127.0.0.1:5232/', true],
  ['http://[::1]:5232/', true],
  ['http://dav.example.com/', false],
  ['http://127.0.0.1.example.com/', false],
  ['http://localhost@example.com/', false],
  ['file:///etc/passwd', false],
  ['/relative', false],
])('may send the password to %s: %s', (address, goes) => {
  expect(keepsPassword(address)).toBe(goes)
})
