import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { knownCredentials } from '#lib/vault/known-credentials.ts'
import { readEnv } from './env.ts'
import { EnvError } from './env-error.ts'
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
  it('needs nothing: the defaults are a private start on the loopback', () => {
    expect(readEnv({}, '/project')).toMatchObject({
      databaseUrl: undefined,
      dataDir: '/project/.data',
      host: '127.0.0.1',
      port: 3000,
      oidc: undefined,
      keylessHosts: ['api.amadeus.com'],
      logLevel: 'info',
      trustedProxies: 0,
      containers: { mode: 'auto', engine: { kind: 'socket', path: '/var/run/docker.sock' }, preStartMb: 512 },
    })
  })

  it('starts no containers ahead when that is off, whatever memory is named for them', () => {
    const settings = { TRAVEL_CONTAINER_PRESTART: 'off', TRAVEL_CONTAINER_PRESTART_MB: '1024' }
    expect(readEnv(settings).containers.preStartMb).toBe(0)
    expect(readEnv({ TRAVEL_CONTAINER_PRESTART_MB: '1024' }).containers.preStartMb).toBe(1024)
  })

  it('takes a variable that is set to nothing as not set', () => {
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
    ['TRAVEL_SESSION_KEY', 'short'],
    ['TRAVEL_ENCRYPTION_KEY', 'zz'.repeat(32)],
    ['LOG_LEVEL', 'loud'],
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
    ['TRAVEL_CONTAINER_PRESTART', 'sometimes'],
    ['TRAVEL_CONTAINER_PRESTART_MB', '1'],
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
  ])('refuses %s=%s with one sentence that names it', (name, value) => {
    const problems = problemsOf({ [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(new RegExp(`^${name} is not usable.*: .*\\.$`))
  })

  it.each(['10.213.0.0/16', '172.31.0.0/20', '192.168.4.0/24'])('takes %s for the networks of containers', (range) => {
    expect(readEnv({ TRAVEL_CONTAINER_SUBNETS: range }).containers.subnets).toBe(range)
  })

  it('names every bad variable, not only the first', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x' })).toHaveLength(2)
  })

  it('never repeats a value, which may be a secret in the wrong place', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.stringMatching(/^[\w-]{20,40}$/), (name, secret) => {
        const problems = problemsOf({ [name]: `!${secret}!` })
        expect(problems.join('\n')).not.toContain(secret)
      }),
    )
  })

  it.each(['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'])('refuses %s alone: one of two keys is a mistake', (name) => {
    expect(problemsOf({ [name]: 'x' })).toEqual([
      expect.stringMatching(/^AMADEUS_API_\w+ is missing beside AMADEUS_API_\w+: set it too, or none of them\.$/),
    ])
  })

  it('takes the OpenID Connect variables together or not at all', () => {
    const all = { OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
    expect(readEnv(all, '/p').oidc?.name).toBe('id.example.com')
    for (const name of Object.keys(all)) {
      expect(problemsOf({ ...all, [name]: '' })).toEqual([expect.stringMatching(`^${name} is missing`)])
    }
    expect(problemsOf({ OIDC_NAME: 'Ours' })).toHaveLength(3)
  })

  it('reads a key of 32 bytes from base64, base64url and hex alike', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        for (const encoding of ['base64', 'base64url', 'hex'] as const) {
          const text = Buffer.from(bytes).toString(encoding)
          expect(readEnv({ TRAVEL_SESSION_KEY: text }, '/p').sessionKey).toEqual(Uint8Array.from(bytes))
        }
      }),
    )
  })

  it('gives an upstream as base URL and data label; a bare URL means test', () => {
    const text = JSON.stringify({
      'a.example': 'http://127.0.0.1:9/base/',
      'b.example:443': { url: 'https://b', data: 'live' },
    })
    expect([...readEnv({ TRAVEL_UPSTREAMS: text }, '/p').upstreams]).toEqual([
      ['a.example', { url: 'http://127.0.0.1:9/base', data: 'test' }],
      ['b.example', { url: 'https://b', data: 'live' }],
    ])
  })

  it('serves the two Amadeus names to their host unless told otherwise', () => {
    const { credentials } = readEnv({ AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }, '/p')
    expect(credentials.get('AMADEUS_API_KEY')).toEqual({ hosts: ['api.amadeus.com'], value: 'k' })
    expect([...credentials.keys()]).toEqual(['AMADEUS_API_KEY', 'AMADEUS_API_SECRET'])
  })

  it('leaves no host without a key whose credential is set, whichever names TRAVEL_CREDENTIALS serves', () => {
    const keys = { AMADEUS_API_KEY: 'k', AMADEUS_API_SECRET: 's' }
    const other = { TRAVEL_CREDENTIALS: '{"EXAMPLE_KEY":["api.example.com"]}' }
    expect(readEnv(keys, '/p').keylessHosts).toEqual([])
    expect(readEnv({ ...keys, ...other }, '/p').keylessHosts).toEqual([])
    expect(readEnv(other, '/p').keylessHosts).toEqual(['api.amadeus.com'])
  })

  it('serves only the names that TRAVEL_CREDENTIALS has', () => {
    const given = { TRAVEL_CREDENTIALS: '{"EXAMPLE_KEY":["api.example.com"]}', EXAMPLE_KEY: 'v', OTHER_KEY: 'w' }
    expect([...readEnv(given, '/p').credentials]).toEqual([['EXAMPLE_KEY', { hosts: ['api.example.com'], value: 'v' }]])
  })

  it('has every variable in .env.example', () => {
    const example = readFileSync(join(findProjectRoot(), '.env.example'), 'utf8')
    for (const name of names) expect(example).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
  })
})
