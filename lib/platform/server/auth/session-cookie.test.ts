import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '#runner/contract/ids.ts'
import { createSessionCookie } from './session-cookie.ts'

const claim = { userId: newId('user', randomBytes), sessionId: newId('sess', randomBytes) }
const expires = new Date('2030-01-01T00:00:00Z')
const plain = createSessionCookie({ secret: 'one secret', secure: false })
const withCookie = (name: string, value: string) => new Headers({ cookie: `theme=dark; ${name}=${value}; other=1` })

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
    })
    const secure = createSessionCookie({ secret: 'one secret', secure: true })
    expect(await secure.issue(claim, expires)).toMatchObject({ name: '__Host-next-auth.session-token', secure: true })
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

  it('ignores an unprefixed cookie under https', async () => {
    const { name, value } = await plain.issue(claim, expires)
    const secure = createSessionCookie({ secret: 'one secret', secure: true })
    expect(await secure.read(withCookie(name, value))).toBeUndefined()
  })
})
