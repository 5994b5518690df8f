import { Issuer } from 'openid-client'
import { expect, test } from 'vitest'
import { openHttpServer } from '#runner/testing/http-server.ts'

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
