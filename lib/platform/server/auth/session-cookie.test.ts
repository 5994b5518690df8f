import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { newId } from '#runner/contract/ids.ts'
import { tunnelHeader, tunnelStamp } from '../http/tunneled.ts'
import { createSessionCookie, sessionLifetimeS, setCookieOf } from './session-cookie.ts'
import { createTestAuth } from './testing.ts'

const claim = { userId: newId('user', randomBytes), sessionId: newId('sess', randomBytes) }
const expires = new Date('2030-01-01T00:00:00Z')
const plain = createSessionCookie({ secret: 'one secret', secure: false })
const withCookie = (name: string, value: string) => new Headers({ cookie: `theme=dark; ${name}=${value}; other=1` })

afterEach(() => void vi.useRealTimers())

describe('createSessionCookie', () => {
  it('reads the cookies that it issued', async () => {
    const { name, value } = await plain.issue(claim, expires)
    expect(await plain.read(withCookie(name, value))).toEqual(claim)
  })

  it('issues cookies that scripts and other sites cannot use, with the __Host- prefix under https', async () => {
    expect(await plain.issue(claim, expires)).toMatchObject({
      httpOnly: true,
      sameSite: 'lax',
      path: '/',
      secure: false,
      name: 'next-auth.session-token',
    })
    const secure = createSessionCookie({ secret: 'one secret', secure: true })
    expect(await secure.issue(claim, expires)).toMatchObject({ name: '__Host-next-auth.session-token', secure: true })
  })

  it('writes all of a cookie into the header of an answer', async () => {
    for (const secure of [false, true]) {
      const cookie = await createSessionCookie({ secret: 'one secret', secure }).issue(claim, expires)
      expect(setCookieOf(cookie)).toBe(
        `${cookie.name}=${cookie.value}; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT${secure ? '; Secure' : ''}; HttpOnly; SameSite=lax`,
      )
    }
  })

  it('rejects a tampered, foreign or missing value', async () => {
    const { name, value } = await plain.issue(claim, expires)
    const foreign = await createSessionCookie({ secret: 'another secret', secure: false }).issue(claim, expires)
    const middle = Math.floor(value.length / 2)
    const flipped = value.slice(0, middle) + (value[middle] === 'A' ? 'B' : 'A') + value.slice(middle + 1)
    for (const bad of [flipped, value.slice(0, -2), foreign.value, 'nonsense', '']) {
      expect(await plain.read(withCookie(name, bad))).toBeUndefined()
    }
    expect(await plain.read(new Headers())).toBeUndefined()
  })

  it('rejects a cookie after its end, also one that was read before', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { name, value } = await plain.issue(claim, expires)
    expect(await plain.read(withCookie(name, value))).toEqual(claim)
    vi.setSystemTime(Date.now() + (sessionLifetimeS + 60) * 1000)
    expect(await plain.read(withCookie(name, value))).toBeUndefined()
  })

  it('tells cookies apart that were read before', async () => {
    const other = { userId: newId('user', randomBytes), sessionId: newId('sess', randomBytes) }
    const [first, second] = [await plain.issue(claim, expires), await plain.issue(other, expires)]
    for (let round = 0; round < 2; round += 1) {
      expect(await plain.read(withCookie(first.name, first.value))).toEqual(claim)
      expect(await plain.read(withCookie(second.name, second.value))).toEqual(other)
    }
  })

  it('ignores an unprefixed cookie under https', async () => {
    const { name, value } = await plain.issue(claim, expires)
    const secure = createSessionCookie({ secret: 'one secret', secure: true })
    expect(await secure.read(withCookie(name, value))).toBeUndefined()
  })

  it('is worth nothing outside the run of a tunnel for which it was made, under any name', async () => {
    const configured = createSessionCookie({ secret: 'one secret', secure: true })
    const tunnels = ['one', 'two'].map((tunnel) => createSessionCookie({ secret: 'one secret', secure: true, tunnel }))
    const all = [plain, configured, ...tunnels]
    for (const [at, made] of all.entries()) {
      const { value } = await made.issue(claim, expires)
      const read = await Promise.all(all.map((other) => other.read(withCookie(other.name, value))))
      // Both cookies of no tunnel belong to the app's own address, of which it has one.
      const own = at < 2 ? [0, 1] : [at]
      expect(read.flatMap((found, other) => (found === undefined ? [] : [other]))).toEqual(own)
    }
  })

  it('has the same bond in the tokens that next-auth decodes', () => {
    const tunneled = createSessionCookie({ secret: 'one secret', secure: true, tunnel: 'one' })
    expect(tunneled.claimOf(tunneled.tokenOf(claim))).toEqual(claim)
    expect(tunneled.claimOf(plain.tokenOf(claim))).toBeUndefined()
    expect(plain.claimOf(tunneled.tokenOf(claim))).toBeUndefined()
    for (const wrong of [{ sub: 'user_1' }, { sub: undefined }, { sid: claim.userId }, { sid: undefined }]) {
      expect(plain.claimOf({ ...plain.tokenOf(claim), ...wrong })).toBeUndefined()
    }
  })
})

it('a request has the cookie of the app, or of its run of a tunnel, which is made once', () => {
  const of = (publicUrl: string | undefined) =>
    createTestAuth(Object({}), { publicUrl: publicUrl === undefined ? undefined : new URL(publicUrl) }).auth
  expect(of('https://travel.example').cookieOf(new Headers()).flags.secure).toBe(true)
  for (const url of [undefined, 'http://travel.example'])
    expect(of(url).cookieOf(new Headers()).flags.secure).toBe(false)
  const auth = of(undefined)
  const through = (id: string, url = 'https://a.example') =>
    auth.cookieOf(new Headers({ [tunnelHeader]: tunnelStamp({ id, url: new URL(url) }) }))
  const [one, again, two] = [through('one'), through('one'), through('two')]
  expect([one, two].map(({ flags, tokenOf }) => [flags.secure, tokenOf(claim).tun])).toEqual([
    [true, 'one'],
    [true, 'two'],
  ])
  expect(again).toBe(one)
  expect(through('three', 'http://a.example').flags.secure).toBe(false)
})
