import { once } from 'node:events'
import { globalAgent, get as httpGet } from 'node:http'
import { get as httpsGet } from 'node:https'
import { custom, Issuer } from 'openid-client'
import { expect, test } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'
import { createOidcAgent } from './oidc-agent.ts'

const secret = 'the-secret-of-the-client'
const redirectUri = 'http://localhost:3000/api/auth/callback/oidc'

/** A provider that redirects each request to another server, which records what it receives. */
async function openRedirects() {
  await using opened = new AsyncDisposableStack()
  const received: string[] = []
  const asked: string[] = []
  const elsewhere = opened.use(
    await openHttpServer((request, response) => {
      received.push(`${request.method} ${request.url}`)
      response.end('{}')
    }),
  )
  const provider = opened.use(
    await openHttpServer((request, response) => {
      asked.push(request.url ?? '')
      response.writeHead(Number(request.url?.slice(1, 4)), { location: `${elsewhere.url}/` }).end()
    }),
  )
  const stack = opened.move()
  return { url: provider.url, received, asked, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const statuses = [301, 302, 303, 307, 308]

test.each(statuses)(
  'the OpenID Connect client sends nothing to the target of a %i, at any address of the provider',
  async (status) => {
    await using provider = await openRedirects()
    const at = (name: string) => `${provider.url}/${status}/${name}`
    await expect(Issuer.discover(at('.well-known/openid-configuration'))).rejects.toThrow(/expected 200 OK/)
    const issuer = new Issuer({
      issuer: provider.url,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      userinfo_endpoint: at('userinfo'),
      jwks_uri: at('jwks'),
    })
    const client = new issuer.Client({ client_id: 'travel', client_secret: secret, redirect_uris: [redirectUri] })
    await expect(client.callback(redirectUri, { code: 'a-code' })).rejects.toThrow(/expected 200 OK/)
    await expect(client.userinfo('an-access-token')).rejects.toThrow(/expected 200 OK/)
    expect(provider.asked).toEqual(
      ['.well-known/openid-configuration', 'token', 'userinfo'].map((name) => `/${status}/${name}`),
    )
    expect(provider.received).toEqual([])
  },
)

/** A client of next-auth's library whose requests use the app's agent, as `httpOptions` of the provider does. */
async function pinned<Result>(issuer: string, hosts: readonly string[], work: () => Promise<Result>): Promise<Result> {
  custom.setHttpOptionsDefaults({ agent: createOidcAgent({ issuer, hosts }) })
  try {
    return await work()
  } finally {
    custom.setHttpOptionsDefaults({ agent: globalAgent })
  }
}

test.each(['token', 'userinfo', 'jwks'] as const)(
  'the client sends nothing to the %s address of another origin that the discovery document names',
  async (name) => {
    const received: string[] = []
    await using elsewhere = await openHttpServer((request, response) => {
      received.push(`${request.method} ${request.url}`)
      response.end('{}')
    })
    const { promise: own, resolve } = Promise.withResolvers<string>()
    await using provider = await openHttpServer(async (_, response) => {
      const url = await own
      const at = (endpoint: string) => `${endpoint === name ? elsewhere.url : url}/${endpoint}`
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          issuer: url,
          authorization_endpoint: at('authorize'),
          token_endpoint: at('token'),
          userinfo_endpoint: at('userinfo'),
          jwks_uri: at('jwks'),
        }),
      )
    })
    resolve(provider.url)
    await pinned(provider.url, [], async () => {
      const issuer = await Issuer.discover(`${provider.url}/.well-known/openid-configuration`)
      const client = new issuer.Client({ client_id: 'travel', client_secret: secret, redirect_uris: [redirectUri] })
      const asks = {
        token: () => client.grant({ grant_type: 'authorization_code', code: 'a-code' }),
        userinfo: () => client.userinfo('an-access-token'),
        jwks: () => client.callback(redirectUri, { id_token: signedByNobody(provider.url) }, { nonce: 'n' }),
      }
      await expect(asks[name]()).rejects.toThrow(/OIDC_HOSTS/)
    })
    expect(received).toEqual([])
  },
)

/** An ID token, for which the client asks the provider's keys. */
function signedByNobody(iss: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss, sub: 's', aud: 'travel', iat: now, exp: now + 600, nonce: 'n' }
  return `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}.AAAA`
}

const issuer = 'https://id.example.com/tenant'
test.each([
  ['another host', 'https://evil.example/token', [], /names evil\.example:443/],
  ['another port of the issuer', 'https://id.example.com:8443/token', [], /names id\.example\.com:8443/],
  [
    'another port of a listed host',
    'https://api.example.com:8443/',
    ['api.example.com'],
    /names api\.example\.com:8443/,
  ],
  ['a host that only ends like a listed one', 'https://evil-api.example.com/', ['api.example.com'], /OIDC_HOSTS/],
  ['this machine', 'https://127.0.0.1/token', [], /names 127\.0\.0\.1:443/],
  ['plain http', 'http://id.example.com/token', [], /Protocol "http:" not supported/],
])('the agent of an https issuer refuses %s before it connects', (_, url, hosts, why) => {
  const agent = createOidcAgent({ issuer, hosts })
  const ask = url.startsWith('https') ? httpsGet : httpGet
  expect(() => ask(url, { agent })).toThrow(why)
})

test('the agent of an issuer on this machine connects to it only, at its port', async () => {
  const agent = createOidcAgent({ issuer: 'http://id.test', hosts: ['api.example.com'] })
  const lookup = (_: string, __: object, done: (cause: Error, address: string, family: number) => void) =>
    done(new Error('no address'), '', 4)
  const request = httpGet('http://id.test/', { agent, lookup })
  await expect(once(request, 'response')).rejects.toThrow('no address')
  for (const url of ['http://api.example.com:443/', 'http://id.test:443/']) {
    expect(() => httpGet(url, { agent, lookup })).toThrow(/OIDC_HOSTS/)
  }
})

test('the agent connects to the issuer and to the hosts that the operator lists', async () => {
  const agent = createOidcAgent({ issuer, hosts: ['api.example.com'] })
  const looked: string[] = []
  for (const host of ['id.example.com', 'api.example.com']) {
    const request = httpsGet(`https://${host}/`, {
      agent,
      lookup: (name, _, done) => {
        looked.push(name)
        done(new Error('no address'), '', 4)
      },
    })
    await expect(once(request, 'response')).rejects.toThrow('no address')
  }
  expect(looked).toEqual(['id.example.com', 'api.example.com'])
})

const megabyte = 1024 * 1024
test.each([
  ['is over a megabyte', 'HTTP/1.1 200 OK\r\n\r\n', megabyte + 1, /over 1048576 bytes/],
  ['is a megabyte', 'HTTP/1.1 200 OK\r\n\r\n', megabyte, undefined],
  [
    'switches to another protocol',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 101 Switching Protocols\r\n\r\n',
    0,
    /another protocol/,
  ],
  ['is not too long', 'HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n101', 0, undefined],
])(
  'the agent ends an answer that is too long or of another protocol, and no other: it %s',
  async (_, head, length, why) => {
    await using provider = await openHttpServer((request) => {
      request.socket.write(head)
      request.socket.end('x'.repeat(Math.max(0, length - head.length)))
    })
    const agent = createOidcAgent({ issuer: provider.url, hosts: [] })
    const answered = new Promise((resolve, reject) => {
      httpGet(provider.url, { agent }, (response) => {
        response.on('error', reject).on('end', resolve).resume()
      }).on('error', reject)
    })
    if (why === undefined) await answered
    else await expect(answered).rejects.toThrow(why)
  },
)
