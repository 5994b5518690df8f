import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Provider, { type Configuration } from 'oidc-provider'

export type OidcServer = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

const html = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><main><h1>${title}</h1>${body}</main></html>`

/** An address counts as verified unless it starts with "unverified", so that tests can use either kind. */
const isVerified = (email: string): boolean => !email.startsWith('unverified')

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

/**
 * A real OpenID Connect provider on a free local port. Its sign-in form accepts any email address. It requires PKCE
 * and returns the email only from its userinfo endpoint.
 *
 * @param appUrl the URL of the app under test
 */
export async function startOidcServer(appUrl: string): Promise<OidcServer> {
  const server = createServer()
  const issuer = await listen(server)
  const clientId = 'travel'
  const clientSecret = randomBytes(16).toString('hex')
  const provider = new Provider(issuer, configuration({ appUrl, clientId, clientSecret }))
  provider.on('server_error', (_, error) =>
    process.stderr.write(`The OpenID Connect provider failed: ${error.stack}\n`),
  )
  const answerProtocol = provider.callback()

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === '/favicon.ico') {
      response.writeHead(204).end()
      return
    }
    const answer = request.url?.startsWith('/interaction/')
      ? askWho(provider, request, response)
      : answerProtocol(request, response)
    answer.catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  return {
    issuer,
    clientId,
    clientSecret,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function listen(server: Server): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}`)
    else reject(new Error('The provider has no port'))
  })
  return promise
}

async function askWho(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method === 'POST') {
    const email = (await readForm(request)).get('email') ?? ''
    await provider.interactionFinished(request, response, { login: { accountId: email } })
    return
  }
  const form =
    '<form method="post"><label>Email <input name="email" type="email"></label><button>Sign in</button></form>'
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(html('Example identity', form))
}

function configuration(app: { appUrl: string; clientId: string; clientSecret: string }): Configuration {
  return {
    clients: [
      {
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uris: [`${app.appUrl.replace(/\/$/, '')}/api/auth/callback/oidc`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: accountId,
        email_verified: isVerified(accountId),
        name: accountId.split('@')[0],
      }),
    }),
    // Skips consent: the provider's only client is the app under test.
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc
      const grant = new provider.Grant({ clientId: client?.clientId ?? '', accountId: session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}
