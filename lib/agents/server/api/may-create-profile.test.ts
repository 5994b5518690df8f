import { expect, test } from 'vitest'
import { tunnelHeader, tunnelStamp } from '#lib/platform/server/http/tunneled.ts'
import { knowsClients, mayCreateProfile, setupCodeHeader, setupCodeOf } from './may-create-profile.ts'

const code = setupCodeOf(new Uint8Array(32).fill(1))
const ask = (address: string | undefined, given?: string, isOpen = false, isKnown = true) =>
  mayCreateProfile(
    new Headers({
      ...(address === undefined ? {} : { 'x-travel-client-address': address }),
      ...(given === undefined ? {} : { [setupCodeHeader]: given }),
    }),
    { code, isOpen, knowsClients: isKnown },
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
  const door = { code, isOpen: true, knowsClients: true }
  const tunneled = { [tunnelHeader]: tunnelStamp({ id: 'run1', url: new URL('https://a.trycloudflare.com') }) }
  expect(mayCreateProfile(new Headers(tunneled), door).ok).toBe(false)
  expect(mayCreateProfile(new Headers({ ...tunneled, [setupCodeHeader]: code }), door).ok).toBe(true)
})

test('every client needs the setup code if a proxy may make remote clients look local', () => {
  expect(ask('127.0.0.1', undefined, false, false)).toBe(false)
  expect(ask('127.0.0.1', code, false, false)).toBe(true)
})

test.each([
  [undefined, 0, true],
  ['http://localhost:3000', 0, true],
  ['http://127.0.0.1:3000', 0, true],
  ['http://[::1]:3000', 0, true],
  ['https://travel.example.com', 0, false],
  ['http://travel.example.com', 0, false],
  ['http://127.0.0.1.example.com', 0, false],
  ['https://travel.example.com', 1, true],
])('with the public URL %s and %i proxies, the app knows its clients: %s', (publicUrl, trustedProxies, expected) => {
  expect(knowsClients({ publicUrl, trustedProxies })).toBe(expected)
})

test('each instance has its own setup code', () => {
  expect(setupCodeOf(new Uint8Array(32).fill(2))).not.toBe(code)
  expect(code).toMatch(/^setup_[0-9a-f]{15}$/)
})
