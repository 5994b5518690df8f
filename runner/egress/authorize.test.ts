import { describe, expect, it } from 'vitest'
import type { TokenSource } from './added-credentials.ts'
import { createAuthorizer } from './authorize.ts'
import { createTokenCache } from './oauth2.ts'
import { createSecretIndex } from './secret-index.ts'
import { createSessionCredentials } from './session-credentials.ts'
import { targetOf } from './target.ts'
import { grantOf } from './testing/engine-fixture.ts'
import type { Outbound } from './transport.ts'

const clock = { now: () => 0, monotonic: () => 0 }
const { signal } = new AbortController()
const sourceOf = (path = '/token', host = 'api.example.com'): TokenSource => ({
  host,
  path,
  client: { id: 'the-client', secret: 'the-secret' },
})

/** A session whose token endpoints answer with `token-1`, `token-2`, …, padded to `length` characters. */
function open(length = 0) {
  const sent: Outbound[] = []
  const credentials = createSessionCredentials(
    { grant: grantOf([]), credentials: new Map(), uses: {}, alsoHidden: [] },
    { placeholderOf: (secret) => secret, index: createSecretIndex() },
  )
  const authorizer = createAuthorizer({
    transport: {
      target: (host) => targetOf(host, { of: () => undefined }),
      async send(request) {
        sent.push(request)
        const access_token = `token-${sent.length}`.padEnd(length, 'x')
        return { kind: 'response', status: 200, headers: [], body: Buffer.from(JSON.stringify({ access_token })) }
      },
    },
    tokens: createTokenCache({ clock, after: () => () => undefined }),
    credentials,
  })
  const token = async (source = sourceOf()) => {
    const outcome = await authorizer.token(source, signal)
    if (outcome.kind !== 'token') throw new Error(`expected a token, got ${outcome.kind}`)
    return outcome
  }
  /** Gets a token and drops it, as if the server had refused it. */
  const renew = async (times: number) => {
    for (let n = 0; n < times; n += 1) authorizer.drop(sourceOf(), (await token()).token)
  }
  return { authorizer, credentials, sent, token, renew }
}

describe('the tokens of one session', () => {
  it('count once, however often the session uses one', async () => {
    const { authorizer, sent, token } = open(8192)
    for (let n = 0; n < 10; n += 1) await token()
    authorizer.drop(sourceOf(), (await token()).token)
    expect((await token()).token.value).toMatch(/^token-2x/)
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['32 in all', 0, 32],
    ['of 32,768 characters in all', 8192, 4],
  ])('are %s, after which the last one stays', async (_, length, most) => {
    const { sent, token, renew } = open(length)
    await renew(most - 1)
    expect([(await token()).cached, (await token()).cached]).toEqual([false, true])
    await renew(1)
    expect(sent).toHaveLength(most)
    const { token: own, cached } = await token()
    expect([own.value.replace(/x+$/, ''), cached]).toEqual([`token-${most}`, false])
    expect(sent).toHaveLength(most)
  })

  it('include one of each source, even after the last renewal', async () => {
    const { sent, token, renew } = open()
    await renew(32)
    expect((await token(sourceOf('/other'))).token.value).toBe('token-33')
    expect(sent).toHaveLength(33)
  })

  it('do not exceed the bound when two sources renew at once', async () => {
    const { authorizer, token, renew } = open()
    const other = sourceOf('/other')
    authorizer.drop(other, (await token(other)).token)
    await renew(30)
    const values = await Promise.all([token(), token(other)])
    expect(values.map(({ token: { value } }) => value)).toEqual(['token-32', 'token-1'])
  })

  it('are hidden from the first use on', async () => {
    const { credentials, token } = open()
    const hidden = () => credentials.redactor({ short: false }).text('a token-1xx b')
    expect(hidden()).toBe('a token-1xx b')
    await open(9).token()
    expect(hidden()).toBe('a token-1xx b')
    await token()
    expect(credentials.scrubber({ short: true }).text('a token-1 b')).toBe('a [REDACTED] b')
  })

  it.each([
    ['an address', sourceOf('/token', '127.0.0.1')],
    ['a path with a dot segment', sourceOf('/a/../token')],
  ])('are not requested from %s', async (_, source) => {
    const { authorizer, sent } = open()
    expect(await authorizer.token(source, signal)).toMatchObject({
      kind: 'blocked',
      cause: 'url',
      reason: expect.stringContaining('token endpoint'),
    })
    expect(sent).toEqual([])
  })
})
