import { randomBytes } from 'node:crypto'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { type ExecutionId, newId } from '../contract/ids.ts'
import { createScrubber } from './scrub.ts'
import { createSecretIndex } from './secret-index.ts'
import {
  boundOf,
  engineOf,
  grantOf,
  type LogLine,
  recordingLog,
  requestOf,
  sessionOf,
  type TestSecrets,
  textOf,
} from './testing/engine-fixture.ts'
import { type Answer, startServer } from './testing/local-server.ts'

const value = 'r3al/value+of "the" key&more'

async function setUp(answer: Answer = (_, response) => void response.end('ok')) {
  const server = await startServer(answer)
  const host = `api.example.com:${server.port}`
  const other = `other.example.com:${server.port}`
  const lines: LogLine[] = []
  const engine = engineOf({ log: recordingLog(lines) })
  const held = {
    API_KEY: { value, hosts: [host] },
    EVERYWHERE: { value: 'for-both-hosts', hosts: [host, other] },
    UNDECLARED: { value: 'never-granted', hosts: [host] },
    BROKEN: { value: 'two\r\nlines', hosts: [host] },
    INVISIBLE: { value: 'copied-with-a\u200b-space', hosts: [host] },
  }
  const grant = grantOf([host, other], { secrets: ['API_KEY', 'EVERYWHERE', 'MISSING', 'BROKEN', 'INVISIBLE'] })
  const open = (of = grant, own: TestSecrets = {}) =>
    sessionOf(engine, of, { credentials: boundOf({ ...held, ...own }) })
  const session = open()
  const placeholder = session.placeholders.API_KEY ?? ''
  return {
    server,
    grant,
    open,
    hosts: [host, other],
    session,
    placeholder,
    lines,
    url: `https://${host}`,
    otherUrl: `https://${other}`,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

describe('placeholders', () => {
  it('exist for granted secrets only, reveal nothing about them, and differ per execution', async () => {
    await using t = await setUp()
    expect(Object.keys(t.session.placeholders).sort()).toEqual([
      'API_KEY',
      'BROKEN',
      'EVERYWHERE',
      'INVISIBLE',
      'MISSING',
    ])
    expect(t.placeholder).toMatch(/^__secret_API_KEY_[0-9a-f]{32}__$/)
    expect(encodeURIComponent(t.placeholder)).toBe(t.placeholder)
    expect(t.open().placeholders.API_KEY).not.toBe(t.placeholder)
  })

  it('are the same on another engine only for the same execution and key', () => {
    const placeholderKey = new Uint8Array(32).fill(7)
    const placeholderOf = (key: Uint8Array, execution: ExecutionId) =>
      sessionOf(engineOf({ placeholderKey: key }), grantOf([], { secrets: ['KEY'] }), { execution }).placeholders.KEY
    const [one, other] = [newId('exec', randomBytes), newId('exec', randomBytes)]
    const first = placeholderOf(placeholderKey, one)
    expect(placeholderOf(placeholderKey, one)).toBe(first)
    expect(placeholderOf(placeholderKey, other)).not.toBe(first)
    expect(placeholderOf(new Uint8Array(32).fill(8), one)).not.toBe(first)
  })

  it('stay those of an earlier session, also of another engine, and nothing else becomes one', () => {
    const opened = (placeholders?: Record<string, string | null>) =>
      sessionOf(engineOf(), grantOf([], { secrets: ['KEY'] }), { execution: newId('exec', randomBytes), placeholders })
        .placeholders.KEY
    const earlier = opened() ?? ''
    expect(opened({ KEY: earlier })).toBe(earlier)
    const others = [null, '', 'e', '.*', `x${earlier}`, `${earlier}x`, earlier.replace('KEY', 'OTHER')]
    for (const text of others) expect(opened({ KEY: text })).toMatch(/^__secret_KEY_[0-9a-f]{32}__$/)
    for (const text of others) expect(opened({ KEY: text })).not.toBe(text)
    expect(opened({ OTHER: earlier })).not.toBe(earlier)
  })

  it('are replaced by the real value in path, query and headers for the secret’s host', async () => {
    await using t = await setUp()
    const basic = Buffer.from(`user:${t.placeholder}`).toString('base64')
    const headers = [
      ['x-api-key', t.placeholder],
      ['authorization', `Basic ${basic}`],
    ] as const
    const result = await t.session.fetch(
      requestOf(`${t.url}/bot${t.placeholder}/send?key=${t.placeholder}&x=1`, { headers }),
    )
    const seen = t.server.seen[0]
    expect(seen?.path).toBe(`/bot${encodeURIComponent(value)}/send?key=${encodeURIComponent(value)}&x=1`)
    expect(seen?.headers['x-api-key']).toBe(value)
    expect(seen?.headers.authorization).toBe(`Basic ${Buffer.from(`user:${value}`).toString('base64')}`)
    expect(result).toMatchObject({ url: `${t.url}/bot${t.placeholder}/send?key=${t.placeholder}&x=1` })
  })

  it('work only in headers and in the places that the credential names', async () => {
    await using t = await setUp()
    const { hosts } = t
    for (const places of [[], ['path'], ['query'], ['body']] as const) {
      const session = t.open(t.grant, { API_KEY: { value, hosts, places } })
      const key = session.placeholders.API_KEY ?? ''
      const basic = Buffer.from(`user:${key}`).toString('base64')
      const sent = {
        header: await session.fetch(requestOf(t.url, { headers: [['authorization', `Basic ${basic}`]] })),
        path: await session.fetch(requestOf(`${t.url}/bot${key}`)),
        query: await session.fetch(requestOf(`${t.url}/?key=${key}`)),
        body: await session.fetch(requestOf(t.url, { method: 'POST', body: Buffer.from(key) })),
      }
      for (const [place, result] of Object.entries(sent)) {
        const isAllowed = place === 'header' || places.some((one) => one === place)
        const reason = `API_KEY may not go into the ${place} of a request`
        const refused = { kind: 'blocked', cause: `secret_${place}`, reason }
        expect(result).toMatchObject(isAllowed ? { kind: 'response' } : refused)
      }
    }
  })

  it('do not follow a redirect that repeats the value in a place that is not allowed', async () => {
    await using t = await setUp(({ headers }, response) => {
      const echo = encodeURIComponent(String(headers['x-key']))
      response.writeHead(302, { location: `/?key=${echo}` }).end()
    })
    const session = t.open(t.grant, { API_KEY: { value, hosts: t.hosts, places: ['path', 'body'] } })
    const key = session.placeholders.API_KEY ?? ''
    const result = await session.fetch(requestOf(t.url, { headers: [['x-key', key]] }))
    expect(result).toMatchObject({ kind: 'blocked', cause: 'secret_query' })
    expect(t.server.seen).toHaveLength(1)
  })

  it.each([
    ['application/json', (text: string) => JSON.stringify({ key: text })],
    ['application/vnd.api+json; charset=utf-8', (text: string) => JSON.stringify({ key: text })],
    ['application/x-www-form-urlencoded', (text: string) => `key=${encodeURIComponent(text)}`],
    ['text/plain', (text: string) => `key ${text}`],
  ])('are replaced by the real value in a body of %s, escaped for its type', async (type, wrap) => {
    await using t = await setUp()
    await t.session.fetch(
      requestOf(t.url, { method: 'POST', headers: [['content-type', type]], body: Buffer.from(wrap(t.placeholder)) }),
    )
    expect(t.server.seen[0]?.body).toBe(wrap(value))
  })

  it('leave the surrounding bytes of a body unchanged', async () => {
    await using t = await setUp((_, response) => void response.end('ok'))
    const body = Buffer.concat([Buffer.from('é\u{1f6eb} '), Buffer.from(t.placeholder), Buffer.from(' ü')])
    await t.session.fetch(requestOf(t.url, { method: 'POST', body }))
    expect(t.server.seen[0]?.body).toBe(`é\u{1f6eb} ${value} ü`)
  })

  it.each(['url', 'header', 'basic', 'body'])(
    'are blocked in a request to another declared host: in its %s',
    async (place) => {
      await using t = await setUp()
      const { placeholder } = t
      const requests: Record<string, ReturnType<typeof requestOf>> = {
        url: requestOf(`${t.otherUrl}/?key=${placeholder}`),
        header: requestOf(t.otherUrl, { headers: [['x-key', placeholder]] }),
        basic: requestOf(t.otherUrl, {
          headers: [['authorization', `Basic ${Buffer.from(`a:${placeholder}`).toString('base64')}`]],
        }),
        body: requestOf(t.otherUrl, { method: 'POST', body: Buffer.from(`{"a":"${placeholder}"}`) }),
      }
      const result = await t.session.fetch(requests[place] ?? requestOf(''))
      expect(result).toMatchObject({ kind: 'blocked', reason: expect.stringContaining('API_KEY may not go to') })
      expect(t.server.connections()).toBe(0)
    },
  )

  it('without a value make the request fail as unconfigured', async () => {
    await using t = await setUp()
    for (const name of ['MISSING', 'BROKEN']) {
      const headers = [['x-key', t.session.placeholders[name] ?? '']] as const
      expect(await t.session.fetch(requestOf(t.url, { headers }))).toEqual({ kind: 'unconfigured', secret: name })
    }
    expect(t.server.connections()).toBe(0)
  })

  it('make the request fail as unconfigured if a header would need a character outside Latin-1', async () => {
    await using t = await setUp()
    const placeholder = t.session.placeholders.INVISIBLE ?? ''
    const headers = [['authorization', `Bearer ${placeholder}`]] as const
    expect(await t.session.fetch(requestOf(t.url, { headers }))).toEqual({ kind: 'unconfigured', secret: 'INVISIBLE' })
    expect(t.server.connections()).toBe(0)
  })

  it('are replaced by a value with such a character elsewhere: in a URL, a body and Basic authentication', async () => {
    await using t = await setUp()
    const placeholder = t.session.placeholders.INVISIBLE ?? ''
    const basic = (text: string) => `Basic ${Buffer.from(`user:${text}`).toString('base64')}`
    await t.session.fetch(
      requestOf(`${t.url}/?key=${placeholder}`, {
        method: 'POST',
        headers: [['authorization', basic(placeholder)]],
        body: Buffer.from(placeholder),
      }),
    )
    expect(t.server.seen[0]).toMatchObject({
      path: '/?key=copied-with-a%E2%80%8B-space',
      headers: { authorization: basic('copied-with-a\u200b-space') },
      body: 'copied-with-a\u200b-space',
    })
  })

  it('of another session are sent unchanged', async () => {
    await using t = await setUp()
    const foreign = t.open().placeholders.API_KEY ?? ''
    await t.session.fetch(requestOf(t.url, { headers: [['x-key', foreign]] }))
    expect(t.server.seen[0]?.headers['x-key']).toBe(foreign)
  })
})

describe('connections', () => {
  it('are never shared with an execution that has no secrets or has other values for the same names', async () => {
    await using t = await setUp()
    const host = new URL(t.url).host
    const plain = grantOf([host])
    for (const [grant, own] of [
      [t.grant, {}],
      [plain, {}],
      [t.grant, { API_KEY: { value: 'one-value', hosts: t.hosts } }],
    ] as const) {
      await t.open(grant, own).fetch(requestOf(t.url))
      await turnOfTheEventLoop()
    }
    expect(t.server.connections()).toBe(3)
    await t.open(plain).fetch(requestOf(t.url))
    expect(t.server.connections(), 'equal secrets share a connection').toBe(3)
  })
})

describe('real values in a response', () => {
  it.each([
    ['plain', (text: string) => `key is ${text}.`],
    ['in Base64', (text: string) => Buffer.from(`id:${text}`).toString('base64')],
    [
      'in a URL in a URL',
      (text: string) => `https://x/?u=${encodeURIComponent(`https://y/?k=${encodeURIComponent(text)}`)}`,
    ],
  ])('are scrubbed from the body: %s', async (_, wrap) => {
    await using t = await setUp((_request, response) => void response.end(wrap(value)))
    const text = textOf(await t.session.fetch(requestOf(t.url)))
    expect(text).toContain(t.placeholder)
    expect(text).not.toContain(wrap(value))
  })

  it.each([
    ['little-endian', (text: string) => Buffer.from(text, 'utf16le')],
    ['big-endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('are scrubbed from a UTF-16 body: %s', async (name, wrap) => {
    await using t = await setUp((_request, response) => void response.end(wrap(`key is ${value}.`)))
    const result = await t.session.fetch(requestOf(t.url))
    if (result.kind !== 'response') throw new Error('no response')
    const body = Buffer.from(result.body)
    const shown = (name === 'big-endian' ? body.swap16() : body).toString('utf16le')
    expect(shown).toContain(t.placeholder)
    expect(shown).not.toContain('r3al')
  })

  it('are scrubbed from headers; bodies without them pass unchanged', async () => {
    const bytes = Buffer.from([0, 255, 128, 10, 13, 0xc3, 0x28])
    await using t = await setUp(({ headers }, response) => {
      response.setHeader('x-echo', String(headers['x-api-key'])).end(bytes)
    })
    const result = await t.session.fetch(requestOf(t.url, { headers: [['x-api-key', t.placeholder]] }))
    expect(result.kind === 'response' && result.headers).toContainEqual(['x-echo', t.placeholder])
    expect(result.kind === 'response' && Buffer.from(result.body)).toEqual(bytes)
  })

  it('are scrubbed from compressed responses', async () => {
    await using t = await setUp(
      (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(`key ${value}`)),
    )
    expect(textOf(await t.session.fetch(requestOf(t.url)))).toBe(`key ${t.placeholder}`)
  })

  it('are scrubbed from responses of other granted hosts', async () => {
    await using t = await setUp((_, response) => void response.end(value))
    expect(textOf(await t.session.fetch(requestOf(t.otherUrl)))).toBe(t.placeholder)
  })

  it('are not forwarded in a redirect to another host, whether the server or the skill added them', async () => {
    await using t = await setUp(({ path }, response) => {
      const location = `https://other.example.com:${t.server.port}/?stolen=${encodeURIComponent(value)}`
      if (path.startsWith('/echo')) response.writeHead(302, { location }).end()
      else response.end('end')
    })
    expect(await t.session.fetch(requestOf(`${t.url}/echo`))).toMatchObject({ kind: 'blocked' })
    expect(await t.session.fetch(requestOf(`${t.url}/echo?k=${t.placeholder}`))).toMatchObject({ kind: 'blocked' })
    expect(t.server.seen.every(({ path }) => path.startsWith('/echo'))).toBe(true)
  })

  it('are forwarded in a redirect within the host, as paging links need', async () => {
    await using t = await setUp(({ path }, response) => {
      if (path.startsWith('/first')) response.writeHead(302, { location: path.replace('/first', '/second') }).end()
      else response.end('end')
    })
    const result = await t.session.fetch(requestOf(`${t.url}/first?key=${t.placeholder}`))
    expect(t.server.seen[1]?.path).toBe(`/second?key=${encodeURIComponent(value)}`)
    expect(result).toMatchObject({ url: `${t.url}/second?key=${t.placeholder}` })
  })

  it('are placeholders in the location of a redirect that is not followed', async () => {
    await using t = await setUp(({ path }, response) => {
      response.writeHead(302, { location: path.replace('/first', '/second') }).end()
    })
    const result = await t.session.fetch(requestOf(`${t.url}/first?key=${t.placeholder}`, { follows: false }))
    const location = `${t.url}/second?key=${t.placeholder}`
    expect(result).toMatchObject({ status: 302, headers: expect.arrayContaining([['location', location]]) })
    expect(JSON.stringify(result)).not.toContain(value)
    expect(t.server.seen).toHaveLength(1)
  })

  it('are dropped with their request header in a redirect to another host', async () => {
    await using t = await setUp(({ path }, response) => {
      if (path === '/first') response.writeHead(302, { location: `${t.otherUrl}/second` }).end()
      else response.end('end')
    })
    const headers = [['x-api-key', t.session.placeholders.EVERYWHERE ?? '']] as const
    await t.session.fetch(requestOf(`${t.url}/first`, { headers }))
    expect(t.server.seen[0]?.headers['x-api-key']).toBe('for-both-hosts')
    expect(t.server.seen[1]).toMatchObject({ path: '/second' })
    expect(t.server.seen[1]?.headers['x-api-key']).toBeUndefined()
  })

  it.each([
    ['sample', 'a sample'],
    ['test', 'a placeholder'],
    ['live', 'a placeholder'],
  ] as const)('under 8 characters are scrubbed unless the upstream is a sample: %s', async (data, shown) => {
    await using server = await startServer((_, response) => void response.end('a sample'), { secure: false })
    await using engine = engineOf({
      upstream: { 'api.example.com': { url: `http://127.0.0.1:${server.port}`, data } },
    })
    const credentials = boundOf({ KEY: { value: 'sample', hosts: ['api.example.com'] } })
    const session = sessionOf(engine, grantOf(['api.example.com'], { secrets: ['KEY'] }), { credentials })
    const text = textOf(await session.fetch(requestOf('https://api.example.com/')))
    expect(text.replace(session.placeholders.KEY ?? '', 'placeholder')).toBe(shown)
    expect(session.redact.text('a sample')).toBe(data === 'sample' ? 'a sample' : 'a [REDACTED]')
  })

  it.each([
    ['sample', '/sample/2'],
    ['live', '/placeholder/2'],
  ] as const)(
    'under 8 characters are scrubbed from a redirect unless the upstream is a sample: %s',
    async (data, shown) => {
      await using server = await startServer(
        (_, response) => void response.writeHead(302, { location: '/sample/2' }).end(),
        { secure: false },
      )
      const host = 'api.example.com'
      await using engine = engineOf({ upstream: { [host]: { url: `http://127.0.0.1:${server.port}`, data } } })
      const credentials = boundOf({ KEY: { value: 'sample', hosts: [host] } })
      const session = sessionOf(engine, grantOf([host], { secrets: ['KEY'] }), { credentials })
      const result = await session.fetch(requestOf(`https://${host}/`, { follows: false }))
      const location = `https://${host}${shown.replace('placeholder', session.placeholders.KEY ?? '')}`
      expect(result).toMatchObject({ headers: expect.arrayContaining([['location', location]]) })
    },
  )

  it('under 8 characters are not carried to another host by a redirect of a live upstream', async () => {
    const location = 'https://other.example.com/sample'
    await using server = await startServer((_, response) => void response.writeHead(302, { location }).end(), {
      secure: false,
    })
    const host = 'api.example.com'
    const kinds: string[] = []
    for (const data of ['sample', 'live'] as const) {
      await using engine = engineOf({
        upstream: { [host]: { url: `http://127.0.0.1:${server.port}`, data } },
        resolve: async () => [],
      })
      const credentials = boundOf({ KEY: { value: 'sample', hosts: [host] } })
      const session = sessionOf(engine, grantOf([host, 'other.example.com'], { secrets: ['KEY'] }), { credentials })
      kinds.push((await session.fetch(requestOf(`https://${host}/`))).kind)
    }
    expect(kinds).toEqual(['failed', 'blocked'])
  })

  it('never reach the log', async () => {
    await using t = await setUp()
    // The reason for blocking a request names its host, so the value is in a form that a host name can have.
    const hex = Buffer.from(value).toString('hex')
    await t.session.fetch(requestOf(`https://${hex}.example/`))
    await t.session.fetch(requestOf(`${t.otherUrl}/?key=${t.placeholder}`))
    expect(t.lines).toHaveLength(2)
    expect(JSON.stringify(t.lines)).not.toMatch(new RegExp(`r3al|${hex}`))
  })
})

describe('a response of a host that gets a secret', () => {
  it('cannot be requested in parts', async () => {
    const name = 'Range'
    await using t = await setUp()
    const headers = [[name, 'bytes=0-30']] as const
    expect(await t.session.fetch(requestOf(t.url, { headers }))).toEqual({
      kind: 'blocked',
      cause: 'header',
      reason: `header ${name.toLowerCase()} to a host that gets a secret`,
    })
    expect(t.server.connections()).toBe(0)
    const withoutSecret = t.open(grantOf([new URL(t.url).host]))
    expect(await withoutSecret.fetch(requestOf(t.url, { headers }))).toMatchObject({ kind: 'response' })
    expect(t.server.seen[0]?.headers[name.toLowerCase()]).toBe('bytes=0-30')
  })

  it('cannot be requested in parts through a redirect', async () => {
    await using t = await setUp(({ path }, response) => {
      if (path === '/first') response.writeHead(302, { location: `${t.url}/second` }).end()
      else response.end('end')
    })
    const grant = grantOf(t.hosts, { secrets: ['API_KEY'] })
    const headers = [['range', 'bytes=0-30']] as const
    const result = await t.open(grant).fetch(requestOf(`${t.otherUrl}/first`, { headers }))
    expect(result).toMatchObject({ kind: 'blocked', reason: 'header range to a host that gets a secret' })
    expect(t.server.seen).toHaveLength(1)
  })

  it('is requested without accept-charset', async () => {
    await using t = await setUp()
    await t.session.fetch(requestOf(t.url, { headers: [['Accept-Charset', 'ibm037']] }))
    expect(t.server.seen[0]?.headers['accept-charset']).toBeUndefined()
  })

  it('is an error in a charset that cannot be searched', async () => {
    const type = 'text/plain; charset=utf-7'
    await using t = await setUp((_, response) => void response.setHeader('content-type', type).end('answer'))
    expect(await t.session.fetch(requestOf(t.url))).toEqual({
      kind: 'failed',
      reason: 'network',
      message: 'responses of a host that gets a secret must be in UTF-8, UTF-16 or Latin-1',
    })
    const withoutSecret = t.open(grantOf([new URL(t.url).host]))
    expect(await withoutSecret.fetch(requestOf(t.url))).toMatchObject({ kind: 'response' })
  })

  it('may be in any charset if it is empty', async () => {
    await using t = await setUp((_, response) => void response.setHeader('content-type', 'a/b; charset=utf-7').end())
    expect(textOf(await t.session.fetch(requestOf(t.url)))).toBe('')
  })
})

describe('a real value in a response, whole or in part', () => {
  it('is echoed unmasked in the part that the skill sent, because a mask would confirm a guess', async () => {
    await using t = await setUp(
      ({ path, body }, response) => void response.end(`${path} ${body} ${value.slice(4, 20)}`),
    )
    const guess = value.slice(0, 9)
    const sent = requestOf(`${t.url}/${encodeURIComponent(guess)}`, { method: 'POST', body: Buffer.from(`${guess}|`) })
    expect(textOf(await t.session.fetch(sent))).toBe(`/${encodeURIComponent(guess)} ${guess}| [REDACTED]`)
    expect(textOf(await t.open().fetch(requestOf(`${t.url}/x`)))).toBe('/x  [REDACTED]')
  })

  it('is scrubbed together with another value that overlaps it', async () => {
    await using t = await setUp((_, response) => void response.end(`=${value}.`))
    const session = t.open(undefined, { EVERYWHERE: { value: `=${value.slice(0, 7)}`, hosts: t.hosts } })
    const text = textOf(await session.fetch(requestOf(t.url)))
    expect(text).toBe(`${session.placeholders.API_KEY}.`)
  })

  it('is scrubbed from Latin-1 text', async () => {
    const own = 'schlüssel-0123456789'
    await using t = await setUp((_, response) => void response.end(Buffer.from(`is ${own}.`, 'latin1')))
    const session = t.open(undefined, { API_KEY: { value: own, hosts: t.hosts } })
    expect(textOf(await session.fetch(requestOf(t.url)))).toBe(`is ${session.placeholders.API_KEY}.`)
  })
})

test('yields to other tasks while it scrubs a 1 MB response that repeats a credential', async () => {
  const own = 'a'.repeat(200)
  const index = createSecretIndex()
  const scrubber = createScrubber([{ value: own, mask: '__secret_OWN__' }], index.knownOf([own]), () => false)
  const body = Buffer.alloc(1024 * 1024, 'a')
  body.fill(' ', 256 * 1024, 256 * 1024 + 1)
  let turns = 0
  const others = setInterval(() => {
    turns += 1
  }, 1)
  const scrubbed = Buffer.from(await scrubber.bytes(body)).toString()
  clearInterval(others)
  expect(scrubbed).toBe('__secret_OWN__ __secret_OWN__')
  expect(turns).toBeGreaterThan(10)
})
