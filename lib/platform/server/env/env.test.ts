import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { knownCredentials } from '../vault/environment-broker.ts'
import { EnvError, engineAddressOf, readEnv } from './env.ts'
import { findProjectRoot } from './project-root.ts'
import { remedies } from './variables.ts'

const names = [...Object.keys(remedies), ...knownCredentials.flatMap((known) => known.names)]

const problemsOf = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source, '/project')
  } catch (error) {
    if (error instanceof EnvError) return error.problems
    throw error
  }
  return []
}

describe('readEnv', () => {
  it('needs no variables: by default the app listens on the loopback only', () => {
    expect(readEnv({}, '/project')).toMatchObject({
      databaseUrl: undefined,
      dataDir: '/project/.data',
      host: '127.0.0.1',
      port: 3000,
      oidc: undefined,
      keylessHosts: ['api.amadeus.com'],
      logLevel: 'info',
      role: 'all',
      hasDeveloperPages: false,
      trustedProxies: 0,
      containers: { mode: 'auto', engine: { kind: 'socket', path: '/var/run/docker.sock' } },
    })
  })

  it('accepts a setting of an earlier version with any value, and names it for the log', () => {
    expect(readEnv({ TRAVEL_CONTAINER_PRESTART: 'off' }).formerSettings).toEqual(['TRAVEL_CONTAINER_PRESTART'])
    expect(readEnv({ TRAVEL_CONTAINER_PRESTART_MB: 'x' }).formerSettings).toEqual(['TRAVEL_CONTAINER_PRESTART_MB'])
    expect(readEnv({ TRAVEL_CONTAINER_PRESTART: '' }).formerSettings).toEqual([])
  })

  it.each([
    ['TRAVEL_DATADIR', 'TRAVEL_DATADIR is not a setting: did you mean TRAVEL_DATA_DIR?'],
    ['TRAVEL_WORKER', 'TRAVEL_WORKER is not a setting: did you mean TRAVEL_WORKERS?'],
    ['TRAVEL_X', 'TRAVEL_X is not a setting: remove it, or see .env.example for the settings.'],
  ])('rejects the unknown variable %s, suggests a name and hides its value', (name, sentence) => {
    expect(problemsOf({ [name]: 's3cr3t' })).toEqual([sentence])
  })

  it('suggests the right name for any one-letter typo', () => {
    const ours = Object.keys(remedies).filter((name) => name.startsWith('TRAVEL_'))
    fc.assert(
      fc.property(fc.constantFrom(...ours), fc.nat(), fc.constantFrom('', 'Q', '_'), (name, at, letter) => {
        const place = 7 + (at % (name.length - 7))
        const wrong = name.slice(0, place) + letter + name.slice(place + 1)
        fc.pre(!ours.includes(wrong))
        expect(problemsOf({ [wrong]: 'x' })).toEqual([`${wrong} is not a setting: did you mean ${name}?`])
      }),
    )
  })

  it('rejects a misspelled credential name, unless the correct one is set or the misspelled one is declared', () => {
    const typo = { AMADEUS_API_KEYS: 's3cr3t' }
    const both = { AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }
    expect(problemsOf(typo)).toEqual(['AMADEUS_API_KEYS is not a setting: did you mean AMADEUS_API_KEY?'])
    expect(problemsOf({ ...typo, ...both })).toEqual([])
    expect(problemsOf({ ...typo, TRAVEL_CREDENTIALS: '{"AMADEUS_API_KEYS":["api.example.com"]}' })).toEqual([])
  })

  it('accepts the test variables that start with TRAVEL_', () => {
    expect(problemsOf({ TRAVEL_REFERENCE_DATA: '/data', TRAVEL_E2E_URL: 'x' })).toEqual([])
  })

  it('treats an empty variable as unset', () => {
    expect(readEnv(Object.fromEntries(names.map((name) => [name, ' '])), '/project')).toEqual(readEnv({}, '/project'))
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['HOST', 'not a host'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['NEXTAUTH_URL', 'travel.example.com'],
    ['NEXTAUTH_URL', 'https://travel.example.com/app'],
    ['NEXTAUTH_URL', 'https://user:pw@travel.example.com'],
    ['TRAVEL_SESSION_KEY', 'short'],
    ['TRAVEL_ENCRYPTION_KEY', 'zz'.repeat(32)],
    ['LOG_LEVEL', 'loud'],
    ['TRAVEL_ROLE', 'boss'],
    ['TRAVEL_WORKERS', '0'],
    ['TRAVEL_TRUST_PROXY', 'yes'],
    ['TRAVEL_CONTAINER_RUNTIME', 'open'],
    ['TRAVEL_CONTAINER_SUBNETS', '10.213.0.0'],
    ['TRAVEL_CONTAINER_SUBNETS', '10.213.0.0/25'],
    ['TRAVEL_CONTAINER_SUBNETS', '100.64.0.0/16'],
    ['TRAVEL_CONTAINER_SUBNETS', '172.32.0.0/16'],
    ['TRAVEL_CONTAINER_SUBNETS', '192.168.0.0/7'],
    ['TRAVEL_CONTAINERS', '0'],
    ['TRAVEL_CONTAINER_MEMORY_MB', '1'],
    ['TRAVEL_UPSTREAMS', '{'],
    ['TRAVEL_UPSTREAMS', '{"api.example.com":"ftp://x"}'],
    ['TRAVEL_UPSTREAMS', '{"api.example.com":"https://user:pw@x"}'],
    ['TRAVEL_UPSTREAMS', '{"api.example.com":{"url":"https://x","data":"real"}}'],
    ['TRAVEL_UPSTREAMS', '{"https://api.example.com":"https://x"}'],
    ['TRAVEL_CREDENTIALS', '{"EXAMPLE_API_KEY":[]}'],
    ['TRAVEL_CREDENTIALS', '{"example":["api.example.com"]}'],
    ['TRAVEL_CREDENTIALS', '{"TRAVEL_SESSION_KEY":["evil.example"]}'],
    ['TRAVEL_CREDENTIALS', '{"DATABASE_URL":["evil.example"]}'],
    ['TRAVEL_CREDENTIALS', '{"OIDC_CLIENT_SECRET":["evil.example"]}'],
  ])('rejects %s=%s with one sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} is invalid.*: .*\\.$`))
  })

  it.each(['10.213.0.0/16', '172.31.0.0/20', '192.168.4.0/24'])('accepts %s for container networks', (range) => {
    expect(readEnv({ TRAVEL_CONTAINER_SUBNETS: range }).containers.subnets).toBe(range)
  })

  it('reports every bad variable, not only the first', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x' })).toHaveLength(2)
  })

  it('never repeats a value, which may be a misplaced secret', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.stringMatching(/^[\w-]{20,40}$/), (name, secret) => {
        const problems = problemsOf({ [name]: `!${secret}!` })
        expect(problems.join('\n')).not.toContain(secret)
      }),
    )
  })

  it.each(['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'])('rejects %s without the other key', (name) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([
      expect.stringMatching(/^AMADEUS_API_\w+ is missing, but AMADEUS_API_\w+ is set: set all of them or none\.$/),
    ])
  })

  it('requires all OpenID Connect variables or none', () => {
    const all = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    expect(readEnv(all, '/p').oidc?.name).toBe('id.example.com')
    for (const name of Object.keys(all)) {
      expect(problemsOf({ ...all, [name]: '' })).toEqual([expect.stringMatching(`^${name} is missing`)])
    }
    expect(problemsOf({ OIDC_NAME: 'Ours' })).toHaveLength(3)
    expect(readEnv({ ...all, OIDC_HOSTS: 'a.example.com, b.example.com' }, '/p').oidc?.hosts).toEqual([
      'a.example.com',
      'b.example.com',
    ])
    expect(problemsOf({ ...all, OIDC_ISSUER: 'http://id.example.com' })).toEqual([
      'OIDC_ISSUER is invalid: set the https URL of the OpenID Connect provider; http:// only on this machine.',
    ])
    expect(problemsOf({ ...all, OIDC_ISSUER: 'http://127.0.0.1:5000' })).toEqual([])
  })

  it('reads a 32-byte key from base64, base64url or hex', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        for (const encoding of ['base64', 'base64url', 'hex'] as const) {
          const text = Buffer.from(bytes).toString(encoding)
          expect(readEnv({ TRAVEL_SESSION_KEY: text }, '/p').sessionKey).toEqual(Uint8Array.from(bytes))
        }
      }),
    )
  })

  it('parses an upstream into base URL and data label, with the label test for a bare URL', () => {
    const text = JSON.stringify({
      'a.example': 'http://127.0.0.1:9/base/',
      'b.example:443': { url: 'https://b', data: 'live' },
    })
    expect([...readEnv({ TRAVEL_UPSTREAMS: text }, '/p').upstreams]).toEqual([
      ['a.example', { url: 'http://127.0.0.1:9/base', data: 'test' }],
      ['b.example', { url: 'https://b', data: 'live' }],
    ])
  })

  it('sends the two Amadeus credentials to their host by default', () => {
    const { credentials } = readEnv({ AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }, '/p')
    expect(credentials.get('AMADEUS_API_KEY')).toEqual({ hosts: ['api.amadeus.com'], value: 'k' })
    expect([...credentials.keys()]).toEqual(['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'])
  })

  it('never counts a host as keyless while a credential for it is set, whatever TRAVEL_CREDENTIALS names', () => {
    const keys = { AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }
    const other = { TRAVEL_CREDENTIALS: '{"EXAMPLE_KEY":["api.example.com"]}' }
    expect(readEnv(keys, '/p').keylessHosts).toEqual([])
    expect(readEnv({ ...keys, ...other }, '/p').keylessHosts).toEqual([])
    expect(readEnv(other, '/p').keylessHosts).toEqual(['api.amadeus.com'])
  })

  it('offers only the built-in credentials and those named in TRAVEL_CREDENTIALS', () => {
    const given = { TRAVEL_CREDENTIALS: '{"EXAMPLE_KEY":["api.example.com"]}', EXAMPLE_KEY: 'v', OTHER_KEY: 'w' }
    const keys = { AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }
    expect([...readEnv({ ...given, ...keys }, '/p').credentials]).toEqual([
      ['AMADEUS_API_KEY', { hosts: ['api.amadeus.com'], value: 'k' }],
      ['AMADEUS_API_SECRET', { hosts: ['api.amadeus.com'], value: 's' }],
      ['EXAMPLE_KEY', { hosts: ['api.example.com'], value: 'v' }],
    ])
  })

  it('lists the set variables that may be undeclared credentials, and never a setting', () => {
    const given = {
      OTHER_KEY: 'w',
      TRAVEL_SESSION_KEY: 'A'.repeat(43),
      DATABASE_URL: 'postgresql://x/y',
      EMPTY_KEY: '',
    }
    const credentials = { TRAVEL_CREDENTIALS: '{"EXAMPLE_KEY":["api.example.com"]}', EXAMPLE_KEY: 'v' }
    expect([...readEnv({ ...given, ...credentials }, '/p').unnamedSecrets]).toEqual(['OTHER_KEY'])
  })

  it('sends a known credential only to the hosts that TRAVEL_CREDENTIALS gives it', () => {
    const given = { TRAVEL_CREDENTIALS: '{"AMADEUS_API_KEY":["api.example.com"]}' }
    expect(readEnv(given, '/p').credentials.get('AMADEUS_API_KEY')?.hosts).toEqual(['api.example.com'])
  })

  it('documents every variable in .env.example', () => {
    const example = readFileSync(join(findProjectRoot(), '.env.example'), 'utf8')
    for (const name of names) expect(example).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
  })
})

describe('a text that people read', () => {
  const others = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'i', OIDC_CLIENT_SECRET: 's' }
  const tiles = { TRAVEL_MAP_TILES: 'https://tiles.example.com/{z}/{x}/{y}' }
  it.each([
    ['OPERATOR_NAME', {}],
    ['OIDC_NAME', others],
    ['TRAVEL_MAP_ATTRIBUTION', tiles],
  ])('is one line without invisible characters: %s', (name, rest) => {
    const given = (text: string) => () => readEnv({ ...rest, [name]: text }, '/p')
    for (const hides of ['\n', '\t', '\v', '\f', '\u0085', '\u2028', '\u202e', '\u200b', '\u{e0041}', '\u3164']) {
      expect(given(`Our${hides}Name`), JSON.stringify(hides)).toThrow(`${name} is invalid`)
    }
    expect(given(' \u00a9 Jos\u00e9 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 ')).not.toThrow()
  })
})

describe('a credential as it was copied', () => {
  it('is repaired or refused in the settings of an identity provider and of a calendar', () => {
    const oidc = {
      OIDC_ISSUER: 'https://id.example.com',
      OIDC_CLIENT_ID: ' my-id\n',
      OIDC_CLIENT_SECRET: '"my\u00a0s"\u200b',
    }
    expect(readEnv(oidc, '/p').oidc).toMatchObject({ clientId: 'my-id', clientSecret: 'my\u00a0s' })
    for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'TRAVEL_CALENDAR_USER', 'TRAVEL_CALENDAR_PASSWORD']) {
      for (const value of ['a\nb', 'a\u200bb'])
        expect(() => readEnv({ [name]: value }, '/p')).toThrow(`${name} is invalid`)
    }
  })
  it('has the lines of a key in PEM again', () => {
    expect(keyOf('-----BEGIN PRIVATE KEY-----MIIabc-----END PRIVATE KEY-----')).toBe(
      '-----BEGIN PRIVATE KEY-----\nMIIabc\n-----END PRIVATE KEY-----',
    )
  })
  const keyOf = (value: string) =>
    readEnv({ TRAVEL_CREDENTIALS: '{"MY_KEY":["api.example.com"]}', MY_KEY: value }, '/p').credentials.get('MY_KEY')
      ?.value
  it.each([' duffel_live_1 \n', '"duffel_live_1"', '\u00a0duffel_live_1\u200b', 'Bearer duffel_live_1'])(
    'is read without what copying added: %j',
    (value) => expect(keyOf(value)).toBe('duffel_live_1'),
  )
  it.each(['', ' ', '""', '\u200b\u00a0'])('has no value if nothing is left: %j', (value) => {
    expect(keyOf(value)).toBeUndefined()
  })
  it.each(['duffel\nlive', 'duffel\u200blive'])('is refused with the reason if it is damaged inside: %j', (value) => {
    expect(() => keyOf(value)).toThrow('MY_KEY has a line break or a character inside that nobody sees: copy it again.')
  })
})

test.each([
  [undefined, { kind: 'socket', path: '/var/run/docker.sock' }],
  ['unix:///run/user/1000/docker.sock', { kind: 'socket', path: '/run/user/1000/docker.sock' }],
  ['tcp://127.0.0.1:2375', { kind: 'tcp', host: '127.0.0.1', port: 2375 }],
  ['tcp://engine.example', undefined],
  ['unix://docker.sock', undefined],
  ['ssh://me@engine.example', undefined],
  ['nonsense', undefined],
])('parses DOCKER_HOST=%s as %j', (given, address) => {
  expect(engineAddressOf(given)).toEqual(address)
})
