import { expect, test } from 'vitest'
import { mayCreateProfile, setupCodeHeader, setupCodeOf } from './may-create-profile.ts'

const code = setupCodeOf(new Uint8Array(32).fill(1))
const ask = (address: string | undefined, given?: string, isOpen = false) =>
  mayCreateProfile(
    new Headers({
      ...(address === undefined ? {} : { 'x-travel-client-address': address }),
      ...(given === undefined ? {} : { [setupCodeHeader]: given }),
    }),
    { code, isOpen },
  ).ok

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])('loopback client %s needs no code', (address) => {
  expect(ask(address)).toBe(true)
})

test.each(['10.0.0.1', '1.127.0.0', '::2', '127.0.0.1.example.com', '', undefined])(
  'a client at %s needs the setup code to create a profile, unless everyone may create profiles',
  (address) => {
    expect(ask(address)).toBe(false)
    expect(ask(address, code.slice(0, -1))).toBe(false)
    expect(ask(address, `${code}x`)).toBe(false)
    expect(ask(address, code)).toBe(true)
    expect(ask(address, undefined, true)).toBe(true)
  },
)

test('each instance has its own setup code', () => {
  expect(setupCodeOf(new Uint8Array(32).fill(2))).not.toBe(code)
  expect(code).toMatch(/^setup_[0-9a-f]{15}$/)
})
