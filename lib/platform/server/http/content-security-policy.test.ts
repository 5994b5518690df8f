import { expect, it } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { contentSecurityPolicy, nonceIn, protectEveryAnswer } from './content-security-policy.ts'

const header = 'content-security-policy'

it('allows inline scripts only with its nonce, and eval only in development', () => {
  const policy = contentSecurityPolicy('abc', { isDevelopment: false })
  const scripts = policy.split('; ').filter((directive) => directive.startsWith('script-src'))
  expect(scripts).toEqual(["script-src 'self' 'nonce-abc'", "script-src-attr 'none'"])
  expect(policy).not.toMatch(/unsafe-eval|ws:/)
  expect(contentSecurityPolicy('abc', { isDevelopment: true })).toMatch(/'nonce-abc' 'unsafe-eval'/)
})

it('lets pages connect to another server only if that has the tiles of maps', () => {
  const connectOf = (tiles?: string) =>
    /connect-src [^;]*/.exec(contentSecurityPolicy('abc', { isDevelopment: false, tiles }))
  expect(connectOf()?.[0]).toBe("connect-src 'self'")
  expect(connectOf('https://tiles.example.com')?.[0]).toBe("connect-src 'self' https://tiles.example.com")
})

it('reads the nonce back from a policy, and finds none without a policy', () => {
  expect(nonceIn(contentSecurityPolicy('a+b/c=', { isDevelopment: false }))).toBe('a+b/c=')
  expect(nonceIn(null)).toBeUndefined()
})

it('gives each response its own nonce, which the client cannot choose', async () => {
  const seen: unknown[] = []
  await using server = await openHttpServer((request, response) => {
    seen.push(request.headers[header])
    response.end()
  })
  const ask = async () => {
    const headers = { [header]: "script-src 'nonce-chosen'" }
    return (await fetch(server.url, { headers })).headers.get(header)
  }
  const given: unknown[] = []
  {
    using _protection = protectEveryAnswer(server.port, { isDevelopment: false })
    given.push(await ask(), await ask())
  }
  const after = await ask()
  expect(seen.slice(0, 2)).toEqual(given)
  expect(new Set(given).size).toBe(2)
  for (const policy of given) expect(policy).toMatch(/'nonce-[A-Za-z0-9+/]{22}=='/)
  expect([after, seen[2]]).toEqual([null, "script-src 'nonce-chosen'"])
})

it('gives each response the other security headers', async () => {
  await using server = await openHttpServer((_request, response) => response.end())
  using _protection = protectEveryAnswer(server.port, { isDevelopment: false })
  expect(Object.fromEntries((await fetch(server.url)).headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
  })
})
