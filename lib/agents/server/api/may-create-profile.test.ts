import { expect, test } from 'vitest'
import { tunnelHeader, tunnelStamp } from '#lib/platform/server/http/tunneled.ts'
import { mayCreateProfile, setupCodeHeader, setupCodeOf } from './may-create-profile.ts'

const code = setupCodeOf(new Uint8Array(32).fill(1))
const reached = { publicUrl: undefined, trustedProxies: 0 }
const ask = (address: string | undefined, given?: string, isOpen = false, host = 'localhost:3000') =>
  mayCreateProfile(
    new Headers({
      host,
      ...(address === undefined ? {} : { 'x-travel-client-address': address }),
      ...(given === undefined ? {} : { [setupCodeHeader]: given }),
    }),
    { code, isOpen, reached },
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

test('a visitor of a tunnel needs the setup code, also if everyone may create profiles', () => {
  const door = { code, isOpen: true, reached }
  const tunneled = { [tunnelHeader]: tunnelStamp({ id: 'run1', url: new URL('https://a.trycloudflare.com') }) }
  expect(mayCreateProfile(new Headers(tunneled), door).ok).toBe(false)
  expect(mayCreateProfile(new Headers({ ...tunneled, [setupCodeHeader]: code }), door).ok).toBe(true)
})

test('a page whose name was rebound to this machine needs the setup code', () => {
  expect(ask('127.0.0.1', undefined, false, 'evil.example:3000')).toBe(false)
  expect(ask('127.0.0.1', code, false, 'evil.example:3000')).toBe(true)
})

test('each instance has its own setup code', () => {
  expect(setupCodeOf(new Uint8Array(32).fill(2))).not.toBe(code)
  expect(code).toMatch(/^setup_[0-9a-f]{15}$/)
})
