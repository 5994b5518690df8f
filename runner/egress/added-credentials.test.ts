import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AddedAs, BoundCredentials } from '../contract/bound-credentials.ts'
import type { CredentialUse } from '../contract/manifest.ts'
import { createAddedCredentials } from './added-credentials.ts'
import {
  boundOf,
  engineOf,
  grantOf,
  type LogLine,
  recordingLog,
  requestOf,
  sessionOf,
  textOf,
} from './testing/engine-fixture.ts'
import { type Answer, type SeenRequest, startServer } from './testing/local-server.ts'

const key = 'r3al+key/of=the-provider'
const user = 'a-user-name'
const values = { KEY: key, USER: user }
const basic = Buffer.from(`${user}:${key}`).toString('base64')

type Setup = {
  readonly uses?: (host: string, other: string) => Record<string, CredentialUse>
  readonly addedAs?: Partial<Record<keyof typeof values, AddedAs>>
  readonly answer?: Answer
  readonly held?: Record<string, string>
  /** The hosts that the operator allows. */
  readonly hosts?: (host: string, other: string) => string[]
}

/** A session for two declared hosts, with the secrets KEY and USER. */
async function setUp({ uses = () => ({}), addedAs = {}, answer, held = values, hosts = (host) => [host] }: Setup) {
  const server = await startServer(answer ?? ((_, response) => void response.end('ok')))
  const host = `api.example.com:${server.port}`
  const other = `other.example.com:${server.port}`
  const lines: LogLine[] = []
  const engine = engineOf({ log: recordingLog(lines) })
  const bound = boundOf(
    Object.fromEntries(Object.entries(held).map(([name, value]) => [name, { value, hosts: hosts(host, other) }])),
  )
  const credentials = new Map(
    [...bound].map(([name, credential]) => {
      const as = name === 'KEY' || name === 'USER' ? addedAs[name] : undefined
      return [name, as === undefined ? credential : { ...credential, addedAs: as }]
    }),
  )
  const open = (secrets: readonly string[] = ['KEY', 'USER'], held: BoundCredentials = credentials) =>
    sessionOf(engine, grantOf([host, other], { secrets }), { credentials: held, uses: uses(host, other) })
  return {
    server,
    lines,
    host,
    session: open(),
    open,
    url: `https://${host}`,
    otherUrl: `https://${other}`,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Each kind: as a manifest declares it, as a stored credential declares it, and what the provider receives. */
const kinds: ReadonlyArray<{
  readonly kind: string
  readonly use: (host: string) => CredentialUse
  readonly addedAs: AddedAs
  readonly seen: (request: SeenRequest) => unknown
  readonly sent: string
}> = [
  {
    kind: 'bearer',
    use: (host) => ({ kind: 'bearer', host, secret: 'KEY' }),
    addedAs: { kind: 'bearer' },
    seen: ({ headers }) => headers.authorization,
    sent: `Bearer ${key}`,
  },
  {
    kind: 'header',
    use: (host) => ({ kind: 'header', host, header: 'X-API-Key', secret: 'KEY' }),
    addedAs: { kind: 'header', header: 'X-API-Key' },
    seen: ({ headers }) => headers['x-api-key'],
    sent: key,
  },
  {
    kind: 'query',
    use: (host) => ({ kind: 'query', host, parameter: 'key', secret: 'KEY' }),
    addedAs: { kind: 'query', parameter: 'key' },
    seen: ({ path }) => new URL(path, 'https://a.example').search,
    sent: `?key=${encodeURIComponent(key)}`,
  },
  {
    kind: 'basic',
    use: (host) => ({ kind: 'basic', host, username: 'USER', password: 'KEY' }),
    addedAs: { kind: 'basic', username: user },
    seen: ({ headers }) => headers.authorization,
    sent: `Basic ${basic}`,
  },
]

describe.each(kinds)('a credential of kind $kind', ({ kind, use, addedAs, seen, sent }) => {
  const ways: [string, Pick<Setup, 'uses' | 'addedAs'>][] = [
    ['named in the manifest', { uses: (host) => ({ provider: use(host) }) }],
    ['stored with its kind', { addedAs: { KEY: addedAs } }],
  ]

  it.each(ways)('is added to each request to its host: %s', async (_, way) => {
    await using t = await setUp(way)
    expect(textOf(await t.session.fetch(requestOf(t.url)))).toBe('ok')
    expect(t.server.seen.map(seen)).toEqual([sent])
  })

  it.each(ways)('is not sent to another declared host: %s', async (_, way) => {
    await using t = await setUp({ ...way, hosts: (host) => [host] })
    await t.session.fetch(requestOf(t.otherUrl))
    const [request] = t.server.seen
    expect([request?.headers.authorization, request?.headers['x-api-key'], request?.path]).toEqual([
      undefined,
      undefined,
      '/',
    ])
  })

  it.each([301, 302, 303, 307, 308])('is not sent with a redirect (%i) to another host', async (status) => {
    await using t = await setUp({
      uses: (host) => ({ provider: use(host) }),
      // The operator allows both hosts; the manifest names one.
      hosts: (host, other) => [host, other],
      answer: ({ path }, response) => {
        const location = `https://other.example.com:${t.server.port}/end`
        if (path.startsWith('/first')) response.writeHead(status, { location }).end()
        else response.end('end')
      },
    })
    expect(textOf(await t.session.fetch(requestOf(`${t.url}/first`)))).toBe('end')
    expect(JSON.stringify(t.server.seen[1])).not.toMatch(/r3al|cjNhb/)
    expect(seen(t.server.seen[0] ?? { method: '', path: '', headers: {}, body: '' })).toBe(sent)
  })

  it('is not carried to another host by a redirect that repeats the request’s query', async () => {
    await using t = await setUp({
      uses: (host) => ({ provider: use(host) }),
      hosts: (host, other) => [host, other],
      answer: ({ path }, response) => {
        const location = `https://other.example.com:${t.server.port}${path.replace('/first', '/end')}`
        if (path.startsWith('/first')) response.writeHead(302, { location }).end()
        else response.end('end')
      },
    })
    const result = await t.session.fetch(requestOf(`${t.url}/first`))
    // The redirect repeats the query, so it contains the credential only if the credential is sent in the query.
    expect(result.kind).toBe(kind === 'query' ? 'blocked' : 'response')
    expect(JSON.stringify(t.server.seen.slice(1))).not.toMatch(/r3al|cjNhb/)
  })

  it('is added exactly once to the request after a redirect within the host', async () => {
    await using t = await setUp({
      uses: (host) => ({ provider: use(host) }),
      answer: ({ path }, response) => {
        // Like real providers, the redirect repeats the whole query.
        if (path.startsWith('/first')) response.writeHead(302, { location: path.replace('/first', '/second') }).end()
        else response.end('end')
      },
    })
    const result = await t.session.fetch(requestOf(`${t.url}/first`))
    expect(t.server.seen.map(seen)).toEqual([sent, sent])
    expect(JSON.stringify(result)).not.toMatch(/r3al/)
  })

  it('never reaches the skill, the log or the redacted record, whatever the provider echoes', async () => {
    await using t = await setUp({
      uses: (host) => ({ provider: use(host) }),
      answer: ({ path, headers }, response) => {
        response.setHeader('x-echo', `${headers.authorization} ${headers['x-api-key']} ${encodeURIComponent(path)}`)
        response.end(
          JSON.stringify({ path, headers, basic, cut: basic.slice(4, -4), key, hex: Buffer.from(key).toString('hex') }),
        )
      },
    })
    const result = await t.session.fetch(requestOf(`${t.url}/x?a=1`))
    const shown = JSON.stringify([result, result.kind === 'response' ? textOf(result) : ''])
    expect(shown).not.toContain(basic.slice(8, -8))
    for (const form of [key, basic, encodeURIComponent(key), Buffer.from(key).toString('hex')]) {
      expect(shown).not.toContain(form)
      expect(t.session.redact.text(`a ${form} b`)).not.toContain(form)
    }
    // The log line about a blocked request names its host, so the host here contains the secret.
    const hex = Buffer.from(key).toString('hex')
    await t.session.fetch(requestOf(`https://${hex}.example/`))
    expect(t.lines).toMatchObject([{ message: 'egress blocked' }])
    expect(JSON.stringify(t.lines)).not.toContain(hex)
  })

  it('replaces the value that the skill sends in the same header or query parameter', async () => {
    await using t = await setUp({ uses: (host) => ({ provider: use(host) }) })
    const headers = [
      ['Authorization', 'Bearer of-the-skill'],
      ['X-API-Key', 'of-the-skill'],
      ['X_API_Key', 'of-the-skill'],
    ] as const
    await t.session.fetch(requestOf(`${t.url}/?key=of-the-skill&KEY=of-the-skill`, { headers }))
    const [request] = t.server.seen
    expect(request && seen(request)).toBe(sent)
  })

  it('cannot be sent by the skill through its placeholder, even to its own host', async () => {
    await using t = await setUp({ uses: (host) => ({ provider: use(host) }), hosts: (host, other) => [host, other] })
    const placeholder = t.session.placeholders.KEY ?? ''
    for (const url of [t.url, t.otherUrl]) {
      const result = await t.session.fetch(requestOf(`${url}/?q=${placeholder}`))
      expect(result).toEqual({ kind: 'blocked', cause: 'managed_secret', reason: 'KEY is used by the gateway only' })
    }
    expect(t.server.connections()).toBe(0)
  })

  it.each<[string, Partial<Setup>, readonly string[]]>([
    ['no value', { held: { USER: user } }, ['KEY', 'USER']],
    ['no approval', {}, ['USER']],
    ['a host that the operator does not allow', { hosts: () => ['api.elsewhere.example'] }, ['KEY', 'USER']],
    ['a value that cannot be sent', { held: { USER: user, KEY: 'two\r\nlines' } }, ['KEY', 'USER']],
  ])('is unconfigured with %s, and nothing is sent', async (_, options, secrets) => {
    await using t = await setUp({ uses: (host) => ({ provider: use(host) }), ...options })
    const missing = options.hosts && sent.startsWith('Basic') ? 'USER' : 'KEY'
    expect(await t.open(secrets).fetch(requestOf(t.url))).toEqual({ kind: 'unconfigured', secret: missing })
    expect(t.server.connections()).toBe(0)
  })
})

describe('a value that its place cannot carry', () => {
  const added = (use: CredentialUse, value: string) =>
    createAddedCredentials({
      uses: { api: use },
      credentials: new Map(),
      hostsOf: () => ['a.example'],
      read: () => value,
      isDeclared: () => true,
    }).to('a.example')
  const host = 'a.example'
  const places = [
    { kind: 'bearer', host, secret: 'KEY' },
    { kind: 'header', host, secret: 'KEY', header: 'X-Key' },
    { kind: 'query', host, secret: 'KEY', parameter: 'key' },
  ] as const

  it.each([
    ['one word', 'word', [true, true, true]],
    ['two words', 'two words', [false, true, true]],
    ['Latin-1', 'clé', [false, true, true]],
    ['other letters', 'ключ', [false, false, true]],
    ['a space at the end', 'word ', [false, false, true]],
    ['a line break', 'two\nlines', [false, false, false]],
    ['nothing', '', [false, false, false]],
  ])('counts as missing: %s in a token, a header and a query', (_, value, carried) => {
    const outcomes = places.map((use) => added(use, value))
    expect(outcomes.map(({ kind }) => kind === 'added')).toEqual(carried)
    for (const outcome of outcomes) {
      if (outcome.kind !== 'added') expect(outcome).toEqual({ kind: 'unconfigured', secret: 'KEY' })
    }
  })
})

it.each<[string, string, AddedAs, readonly string[]]>([
  ['bearer', 'a-token', { kind: 'bearer' }, []],
  ['header', 'a-key-of-8', { kind: 'header', header: 'X-Key' }, []],
  ['header with the encoded form', 'Basic dXNlcjpr', { kind: 'header', header: 'X-Key' }, ['dXNlcjpr']],
  ['basic', 'k', { kind: 'basic', username: 'user' }, ['dXNlcjpr']],
  ['oauth2', 'k', { kind: 'oauth2', token_host: 'a.example', token_path: '/token', client_id: 'me' }, []],
])('a stored credential of kind %s names its sent form, and has no value in two lines', (_, sent, addedAs, forms) => {
  const created = (value: string) =>
    createAddedCredentials({
      uses: {},
      credentials: new Map([['KEY', { version: '1', hosts: ['a.example'], value: () => value, addedAs }]]),
      hostsOf: () => ['a.example'],
      read: () => value,
      isDeclared: () => true,
    })
  expect(created(sent).sentForms).toEqual(forms)
  expect(created(sent).to('a.example').kind).toBe('added')
  expect(created('two\nlines').to('a.example')).toEqual({ kind: 'unconfigured', secret: 'KEY' })
})

it.each(['CLIENT', 'KEY'])('an OAuth2 client whose %s has two lines is unconfigured', (broken) => {
  const use = { kind: 'oauth2_client_credentials', host: 'a.example', token_path: '/token' } as const
  const added = createAddedCredentials({
    uses: { api: { ...use, client_id: 'CLIENT', client_secret: 'KEY' } },
    credentials: new Map(),
    hostsOf: () => ['a.example'],
    read: (secret) => (secret === broken ? 'two\nlines' : 'a value'),
    isDeclared: () => true,
  })
  expect(added.to('a.example')).toEqual({ kind: 'unconfigured', secret: broken })
})

describe('a withheld credential', () => {
  it('lets nothing go to its hosts, and does not hinder requests to others', async () => {
    await using t = await setUp({})
    const withheld = (hosts?: readonly string[]) =>
      t.open(['KEY'], new Map([['KEY', { version: 'withheld', why: 'it is expired', ...(hosts ? { hosts } : {}) }]]))
    const session = withheld([t.host])
    expect(await session.fetch(requestOf(t.url))).toEqual({ kind: 'unconfigured', secret: 'KEY' })
    expect(t.server.connections()).toBe(0)
    expect(textOf(await session.fetch(requestOf(t.otherUrl)))).toBe('ok')
    const ofUnknownHosts = withheld()
    for (const url of [t.url, t.otherUrl]) {
      expect(await ofUnknownHosts.fetch(requestOf(url))).toEqual({ kind: 'unconfigured', secret: 'KEY' })
    }
    expect(t.server.seen).toHaveLength(1)
  })
})

describe('credentials of one host', () => {
  it('are added together when they are sent in different places', async () => {
    await using t = await setUp({
      uses: (host) => ({
        one: { kind: 'bearer', host, secret: 'KEY' },
        two: { kind: 'header', host, header: 'X-Client', secret: 'USER' },
      }),
    })
    await t.session.fetch(requestOf(t.url))
    expect(t.server.seen[0]?.headers).toMatchObject({ authorization: `Bearer ${key}`, 'x-client': user })
  })

  it.each<[string, AddedAs, AddedAs]>([
    ['authorization', { kind: 'bearer' }, { kind: 'basic', username: 'someone' }],
    ['x-key', { kind: 'header', header: 'X-Key' }, { kind: 'header', header: 'x_key' }],
    ['KEY', { kind: 'query', parameter: 'key' }, { kind: 'query', parameter: 'KEY' }],
  ])('are blocked when both are sent as %s', async (_, one, two) => {
    await using t = await setUp({ addedAs: { KEY: one, USER: two } })
    const result = await t.session.fetch(requestOf(t.url))
    expect(result).toMatchObject({ kind: 'blocked', reason: expect.stringContaining('KEY and USER are both sent as') })
    expect(t.server.connections()).toBe(0)
  })

  it('are blocked when they would replace a header of HTTP itself', async () => {
    await using t = await setUp({ addedAs: { KEY: { kind: 'header', header: 'Host' } } })
    expect(await t.session.fetch(requestOf(t.url))).toMatchObject({ kind: 'blocked' })
    expect(t.server.connections()).toBe(0)
  })

  it('are sent as the manifest declares, even if the stored credential declares another way', async () => {
    await using t = await setUp({
      uses: (host) => ({ provider: { kind: 'header', host, header: 'X-API-Key', secret: 'KEY' } }),
      addedAs: { KEY: { kind: 'bearer' } },
    })
    await t.session.fetch(requestOf(t.url))
    expect(t.server.seen[0]?.headers.authorization).toBeUndefined()
    expect(t.server.seen[0]?.headers['x-api-key']).toBe(key)
  })
})

describe('a stored OAuth2 credential', () => {
  const answer: Answer = ({ path, headers }, response) =>
    void response.end(path === '/token' ? '{"access_token":"a-token-of-today"}' : String(headers.authorization))
  const addedAs = (host: string) =>
    ({ KEY: { kind: 'oauth2', token_host: host, token_path: '/token', client_id: 'me' } }) as const

  it('gets its token only from a declared host, and adds the token only to requests to its own hosts', async () => {
    await using server = await startServer(answer)
    const host = `api.example.com:${server.port}`
    const login = `other.example.com:${server.port}`
    await using engine = engineOf()
    const bound = boundOf({ KEY: { value: key, hosts: [host] } })
    const credentials = new Map([...bound].map(([name, one]) => [name, { ...one, addedAs: addedAs(login).KEY }]))
    const open = (hosts: string[]) => sessionOf(engine, grantOf(hosts, { secrets: ['KEY'] }), { credentials })
    expect(await open([host]).fetch(requestOf(`https://${host}/`))).toMatchObject({ kind: 'blocked' })
    expect(server.connections()).toBe(0)
    const session = open([host, login])
    expect(textOf(await session.fetch(requestOf(`https://${host}/`)))).toBe('Bearer [REDACTED]')
    const [token, api] = server.seen
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toMatchObject({ client_id: 'me', client_secret: key })
    expect(api?.headers.authorization).toBe('Bearer a-token-of-today')
    expect(textOf(await session.fetch(requestOf(`https://${login}/`)))).toBe('undefined')
  })
})

it('masks an encoded Basic credential completely, even if its user name is not a secret', async () => {
  await using engine = engineOf()
  const host = 'api.example.com'
  const text = fc.stringMatching(/^[!-9;-~]{8,40}$/)
  fc.assert(
    fc.property(text, text, fc.constantFrom('', 'Basic ', '"'), (username, password, before) => {
      const bound = boundOf({ KEY: { value: password, hosts: [host] } })
      const credentials = new Map(
        [...bound].map(([name, one]) => [name, { ...one, addedAs: { kind: 'basic', username } as const }]),
      )
      const session = sessionOf(engine, grantOf([host], { secrets: ['KEY'] }), { credentials })
      const sent = Buffer.from(`${username}:${password}`).toString('base64')
      const shown = session.redact.text(`is ${before}${sent} here`)
      expect(shown).toMatch(/\[REDACTED[^\]]*\]/)
      expect(shown).not.toContain(sent.slice(0, 8))
    }),
    { numRuns: 60 },
  )
})
