import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import { needs, referenceData } from '../../scripts/testing/needs.ts'
import { classifyAddress } from './address-policy.ts'
import type { EgressRequest } from './session.ts'
import { boundOf, engineOf, grantOf, requestOf, sessionOf, textOf } from './testing/engine-fixture.ts'
import { type Answer, startServer } from './testing/local-server.ts'

const ok = (_: unknown, response: { end(text: string): unknown }) => void response.end('ok')

type Options = Partial<EgressRequest> & { readonly query?: string; readonly engine?: Parameters<typeof engineOf>[0] }

/** What a session gets from a server that answers with `answer`, and what the server saw. */
async function fetchFrom(answer: Answer, { query = '', engine: overrides, ...options }: Options = {}) {
  await using server = await startServer(answer)
  await using engine = engineOf(overrides)
  const host = `api.example.com:${server.port}`
  const result = await sessionOf(engine, grantOf([host])).fetch(requestOf(`https://${host}/${query}`, options))
  return { result, seen: server.seen, connections: server.connections() }
}

describe('a name that resolves to a forbidden address', () => {
  it.each([
    ['a private address', ['10.0.0.1']],
    ['a public address beside a private one', ['1.1.1.1', '10.0.0.1']],
    ['a unique local address beside a public one', ['fd00::1', '2606:4700::1']],
    ['another name instead of an address', ['other.example.com']],
  ])('is blocked: %s', async (_, addresses) => {
    await using engine = engineOf({ resolve: async () => addresses, addressPolicy: classifyAddress })
    const result = await sessionOf(engine, grantOf(['api.example.com'])).fetch(requestOf('https://api.example.com/'))
    expect(result).toMatchObject({ kind: 'blocked' })
  })

  it.each(['10.20.30.40.names.example', 'localhost.names.example'])(
    'is judged by its address, not by its spelling: %s',
    async (name) => {
      const looked: string[] = []
      const resolve = async (host: string) => {
        looked.push(host)
        return ['169.254.169.254']
      }
      await using engine = engineOf({ resolve, addressPolicy: classifyAddress })
      const session = sessionOf(engine, grantOf([name]))
      expect(await session.fetch(requestOf(`https://${name}/`))).toMatchObject({ kind: 'blocked' })
      expect(looked).toEqual([name])
    },
  )

  it('is not resolved again between check and connection', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    let lookups = 0
    const resolve = async () => {
      lookups += 1
      return answers.shift() ?? []
    }
    const { result } = await fetchFrom(ok, { engine: { resolve } })
    expect(textOf(result)).toBe('ok')
    expect(lookups).toBe(1)
  })

  it('is checked again for each new connection', async () => {
    await using server = await startServer((_, response) => void response.setHeader('connection', 'close').end('ok'))
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    await using engine = engineOf({ resolve: async () => answers.shift() ?? [] })
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
    const request = requestOf(`https://api.example.com:${server.port}/`)
    expect(textOf(await session.fetch(request))).toBe('ok')
    expect(await session.fetch(request)).toMatchObject({ kind: 'blocked' })
    expect(server.seen).toHaveLength(1)
  })

  it('is blocked by the check of the connected address if the check after the lookup allowed it', async () => {
    let asked = 0
    // Allows the address after the lookup and refuses it after the connection, so only the second check can block.
    const addressPolicy = () => {
      asked += 1
      return asked === 1 ? ({ allowed: true } as const) : ({ allowed: false, reason: 'changed' } as const)
    }
    const { result, seen } = await fetchFrom(ok, { engine: { addressPolicy } })
    expect(result).toMatchObject({ kind: 'blocked' })
    expect(seen).toEqual([])
  })
})

describe('a redirect', () => {
  it.each([
    ['to an undeclared host', 'https://evil.example/'],
    ['to cloud metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['to plain http', 'http://api.example.com/'],
    ['to an address in disguise', '//0x7f000001/'],
    ['with user-info', 'https://api.example.com@evil.example/'],
  ])('%s is blocked', async (_, location) => {
    const { result, seen } = await fetchFrom((_, response) => void response.writeHead(302, { location }).end())
    expect(result).toMatchObject({ kind: 'blocked' })
    expect(seen).toHaveLength(1)
  })

  it('to a declared name with a private address is blocked', async () => {
    await using server = await startServer(
      (_, response) => void response.writeHead(302, { location: `https://other.example.com:${server.port}/` }).end(),
    )
    await using engine = engineOf({
      resolve: async (host) => [host === 'api.example.com' ? '127.0.0.1' : '192.168.0.1'],
    })
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`, `other.example.com:${server.port}`]))
    expect(await session.fetch(requestOf(`https://api.example.com:${server.port}/`))).toMatchObject({ kind: 'blocked' })
  })

  it('drops authorization and cookie for another declared host, and keeps them within a host', async () => {
    await using server = await startServer(({ path }, response) => {
      const to: Record<string, string> = {
        '/across': `https://other.example.com:${server.port}/end`,
        '/within': '/end',
      }
      const location = to[path]
      if (location === undefined) response.end('end')
      else response.writeHead(307, { location }).end()
    })
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`, `other.example.com:${server.port}`]))
    const headers = [
      ['authorization', 'Bearer mine'],
      ['cookie', 'a=b'],
      ['x-kept', 'yes'],
    ] as const

    const across = await session.fetch(requestOf(`https://api.example.com:${server.port}/across`, { headers }))
    expect(across).toMatchObject({ status: 200, url: `https://other.example.com:${server.port}/end` })
    expect(server.seen[1]?.headers).toMatchObject({ 'x-kept': 'yes' })
    expect(server.seen[1]?.headers.authorization).toBeUndefined()
    expect(server.seen[1]?.headers.cookie).toBeUndefined()

    await session.fetch(requestOf(`https://api.example.com:${server.port}/within`, { headers }))
    expect(server.seen[3]?.headers).toMatchObject({ authorization: 'Bearer mine', cookie: 'a=b' })
  })

  it('that changes to an undeclared method is blocked', async () => {
    await using server = await startServer((_, response) => void response.writeHead(303, { location: '/next' }).end())
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`], { methods: ['POST'] }))
    const request = requestOf(`https://api.example.com:${server.port}/`, { method: 'POST' })
    expect(await session.fetch(request)).toMatchObject({ kind: 'blocked' })
  })

  it('is followed at most five times', async () => {
    const { result, seen } = await fetchFrom(
      ({ path }, response) => void response.writeHead(302, { location: `${path}x` }).end(),
    )
    expect(result).toEqual({ kind: 'failed', reason: 'network', message: 'more than 5 redirects' })
    expect(seen).toHaveLength(6)
  })
})

describe('a method override', () => {
  it.each([
    ['in the query', '?_method=DELETE', undefined],
    ['in a form', '', '_method=DELETE'],
  ])('%s is blocked when the method is undeclared', async (_, query, form) => {
    const body = form === undefined ? {} : { body: Buffer.from(form) }
    const { result, connections } = await fetchFrom(ok, { query, method: 'POST', ...body })
    expect(result).toMatchObject({ kind: 'blocked' })
    expect(connections).toBe(0)
  })
})

test('a request that waits for a connection times out and is never sent', async () => {
  const arrived = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await using server = await startServer((_request, response) => {
    arrived.resolve()
    void held.promise.then(() => response.end('ok'))
  })
  await using engine = engineOf({ limits: { connectionsPerPool: 1 } })
  const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
  const url = `https://api.example.com:${server.port}/`
  const first = session.fetch(requestOf(`${url}first`))
  await arrived.promise
  const second = await session.fetch(requestOf(`${url}second`, { timeoutMs: 100 }))
  expect(second).toMatchObject({ kind: 'failed', reason: 'timeout' })
  held.resolve()
  expect(textOf(await first)).toBe('ok')
  expect(server.seen.map(({ path }) => path)).toEqual(['/first'])
})

describe('a header', () => {
  it.each([
    ['another host', 'Host', 'evil.example'],
    ['a newline in a value', 'x-a', 'b\r\nhost: evil.example'],
    ['a bare line feed', 'x-a', 'b\nc: d'],
    ['a NUL', 'x-a', 'b\0'],
    ['a newline in a name', 'x-a\r\nhost', 'evil.example'],
    ['an empty name', '', 'x'],
    ['a name with a colon', 'host:', 'evil.example'],
    ['a transfer coding', 'Transfer-Encoding', 'chunked'],
    ['a change of protocol', 'Upgrade', 'websocket'],
    ['settings of HTTP/2', 'HTTP2-Settings', 'AAMAAABkAAQAAP__'],
    ['the name of a trailer', 'Trailer', 'x-a'],
    ['a proxy before it', 'Via', '1.1 proxy'],
    ['another path for the server', 'X-Original-URL', '/admin'],
    ['another path for the server, in other words', 'X-Rewrite-URL', '/admin'],
    ['a spelling that servers read as X-Rewrite-URL', 'X_Rewrite_Url', '/admin'],
    ['credentials for a proxy', 'Proxy-Authorization', 'Basic eA=='],
    ['an undeclared method override', 'X-HTTP-Method-Override', 'DELETE'],
    ['an undeclared method after a declared one', 'X-HTTP-Method', 'POST, DELETE'],
    ['a spelling that servers read as Proxy-Authorization', 'Proxy_Authorization', 'Basic eA=='],
    ['a Unicode space after a name', 'transfer-encoding\u00a0', 'chunked'],
    ['a Unicode space before a name', '\u2003content-length', '1'],
    ['a letter that lower-cases to an ASCII letter', '\u212aeep-alive', 'x'],
  ])('with %s is blocked', async (_, name, value) => {
    const { result, connections } = await fetchFrom(ok, { headers: [[name, value]] })
    expect(result).toMatchObject({ kind: 'blocked' })
    expect(connections).toBe(0)
  })

  it.each([
    ['host', 'api.example.com', 'evil.example'],
    ['authorization', 'Bearer one', 'Bearer two'],
    ['content-type', 'application/json', 'text/plain'],
  ])('%s given twice with different values is blocked', async (name, one, two) => {
    const headers = [
      [name, one],
      [name.toUpperCase(), two],
    ] as const
    const { result, connections } = await fetchFrom(ok, { headers })
    expect(result).toMatchObject({ kind: 'blocked', reason: `two different ${name} headers` })
    expect(connections).toBe(0)
  })

  it('for message length is set by the engine alone, however often or in whatever case the skill sets it', async () => {
    const headers = [
      ['Content-Length', '1'],
      ['content-length', '2'],
      ['CONTENT-LENGTH', '4, 4'],
    ] as const
    const { result, seen } = await fetchFrom(ok, { method: 'POST', headers, body: Buffer.from('four') })
    expect(textOf(result)).toBe('ok')
    expect(seen[0]).toMatchObject({ body: 'four', headers: { 'content-length': '4' } })
  })

  it('that repeats the host of the URL, names a declared method or describes the connection is accepted', async () => {
    await using server = await startServer(ok)
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
    const headers = [
      ['Host', `API.example.com:${server.port}`],
      ['X-HTTP-Method-Override', 'GET'],
      ['Connection', 'close'],
      ['Content-Length', '999'],
    ] as const
    const body = Buffer.from('four')
    const request = requestOf(`https://api.example.com:${server.port}/`, { method: 'POST', headers, body })
    expect(textOf(await session.fetch(request))).toBe('ok')
    expect(server.seen[0]).toMatchObject({ body: 'four', headers: { 'content-length': '4' } })
  })
})

describe('a response', () => {
  const limit = 64 * 1024

  it('is decoded, and a decompression bomb stops at the limit', async () => {
    const answer: Answer = ({ path }, response) => {
      const content = path === '/bomb' ? Buffer.alloc(limit * 100) : 'hello'
      response.setHeader('content-encoding', 'gzip').end(gzipSync(content))
    }
    const { result } = await fetchFrom(answer)
    expect(textOf(result)).toBe('hello')
    expect(result.kind === 'response' && result.headers.map(([name]) => name)).not.toContain('content-encoding')
    expect(await fetchFrom(answer, { query: 'bomb' })).toMatchObject({
      result: { kind: 'failed', reason: 'too_large' },
    })
  })

  it.each([
    ['an unknown coding', 'rot13', 'uryyb'],
    ['a broken coding', 'gzip', 'not gzip'],
  ])('in %s is an error, never raw bytes', async (_, coding, content) => {
    const { result } = await fetchFrom(
      (_request, response) => void response.setHeader('content-encoding', coding).end(content),
    )
    expect(result).toMatchObject({ kind: 'failed', reason: 'network' })
  })

  it('of exactly the limit passes; one byte more fails', async () => {
    await using server = await startServer(
      ({ path }, response) => void response.end(Buffer.alloc(limit + Number(path.slice(1)))),
    )
    await using engine = engineOf()
    const session = sessionOf(engine, grantOf([`api.example.com:${server.port}`]))
    const url = `https://api.example.com:${server.port}`
    expect(textOf(await session.fetch(requestOf(`${url}/0`)))).toHaveLength(limit)
    expect(await session.fetch(requestOf(`${url}/1`))).toMatchObject({ kind: 'failed', reason: 'too_large' })
  })

  it('that never ends fails at the size limit', async () => {
    const { result } = await fetchFrom((_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(16 * 1024)));
      }
      response.on('drain', more)
      more()
    })
    expect(result).toMatchObject({ kind: 'failed', reason: 'too_large' })
  })

  it('with headers over the limit is an error', async () => {
    const { result } = await fetchFrom((_, response) => void response.setHeader('x-long', 'a'.repeat(40 * 1024)).end())
    expect(result).toMatchObject({ kind: 'failed', reason: 'too_large' })
  })

  it('that trickles without end fails at the request’s timeout', async () => {
    const { result } = await fetchFrom(
      (_, response) => {
        const timer = setInterval(() => response.write('.'), 5)
        response.on('close', () => clearInterval(timer))
      },
      { timeoutMs: 100 },
    )
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' })
  })

  it.each([
    ['before its headers', false],
    ['in the middle of its body', true],
  ])('that stalls %s times out', async (_, starts) => {
    const { result } = await fetchFrom((_, response) => void (starts && response.write('beginning')), {
      engine: { limits: { idleTimeoutMs: 50 } },
    })
    expect(result).toEqual({ kind: 'failed', reason: 'timeout', message: 'the server stopped responding' })
  })

  it('that is cut off in the middle is an error, not a short response', async () => {
    const { result } = await fetchFrom((_, response) => {
      response.setHeader('content-length', '100')
      response.write('short', () => response.destroy())
    })
    expect(result).toMatchObject({ kind: 'failed', reason: 'network' })
  })
})

describe('a path that starts with two slashes', () => {
  it.each(['', '/base'])(
    'stays on its own host under a base URL with path "%s", with or without a secret in the query',
    async (base) => {
      await using server = await startServer(ok, { secure: false })
      await using engine = engineOf({
        upstream: { 'api.example.com': { url: `http://127.0.0.1:${server.port}${base}`, data: 'test' } },
      })
      const session = sessionOf(engine, grantOf(['api.example.com'], { secrets: ['KEY'] }), {
        credentials: boundOf({ KEY: { value: 'real-value', hosts: ['api.example.com'] } }),
      })
      for (const path of [
        '//evil.example/x',
        '//[',
        `//evil.example/x?k=${session.placeholders.KEY}`,
        `//[?k=${session.placeholders.KEY}`,
      ]) {
        expect(textOf(await session.fetch(requestOf(`https://api.example.com${path}`)))).toBe('ok')
      }
      expect(server.seen.map(({ path }) => path)).toEqual(
        ['//evil.example/x', '//[', '//evil.example/x?k=real-value', '//[?k=real-value'].map((path) => base + path),
      )
    },
  )

  it('stays on its own host when it is the target of a redirect', async () => {
    await using server = await startServer(
      (request, response) =>
        request.path === '/base/x'
          ? void response.writeHead(302, { location: '/base//[' }).end()
          : void response.end('there'),
      { secure: false },
    )
    await using engine = engineOf({
      upstream: { 'api.example.com': { url: `http://127.0.0.1:${server.port}/base`, data: 'test' } },
    })
    const session = sessionOf(engine, grantOf(['api.example.com']))
    expect(textOf(await session.fetch(requestOf('https://api.example.com/x')))).toBe('there')
    expect(server.seen.map(({ path }) => path)).toEqual(['/base/x', '/base//['])
  })
})

const Case = z.object({ url: z.string(), expect: z.string(), parsed: z.object({ hostname: z.string() }).nullable() })

describe('request forgery reference list: names that need a lookup', needs.referenceData, () => {
  const text = referenceData === undefined ? '[]' : readFileSync(`${referenceData}/security/ssrf-urls.json`, 'utf8')
  const cases = z.array(Case).parse(JSON.parse(text))
  const names = cases.filter(({ expect: outcome }) => outcome === 'reject-after-dns' || outcome === 'dns-dependent')

  it.each(names)('$url is blocked by its address, although the host is declared', async ({ url, parsed }) => {
    const { hostname } = parsed ?? { hostname: '' }
    const looked: string[] = []
    await using engine = engineOf({
      addressPolicy: classifyAddress,
      resolve: async (host) => {
        looked.push(host)
        return ['169.254.169.254']
      },
    })
    const session = sessionOf(engine, grantOf([hostname]))
    expect(await session.fetch(requestOf(url.replace(/^http:/, 'https:')))).toMatchObject({ kind: 'blocked' })
    expect(looked).toEqual([hostname])
  })
})
