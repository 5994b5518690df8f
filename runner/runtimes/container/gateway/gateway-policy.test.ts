import { describe, expect, it } from 'vitest'
import { classifyAddress } from '../../../egress/address-policy.ts'
import { boundOf, engineOf, grantOf, realClock, sessionOf } from '../../../egress/testing/engine-fixture.ts'
import { type Answer, startServer } from '../../../egress/testing/local-server.ts'
import { testSeam } from '../../../operations/testing/test-seam.ts'
import { exchange, fetchBy, openGateway } from './testing/gateway-fixture.ts'

const secret = 'real-value-of-the-key'

/** A gateway with the app's policy engine behind it, and a server that stands in for every declared host. */
async function openPolicy({
  answer = (_request, response) => void response.end('ok'),
  ...overrides
}: {
  answer?: Answer
  resolve?: (host: string) => Promise<string[]>
  addressPolicy?: typeof classifyAddress
  hostCalls?: boolean
} = {}) {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startServer(answer))
  const host = `api.example.com:${server.port}`
  const { hostCalls = false, ...engineOverrides } = overrides
  const engine = stack.use(engineOf(engineOverrides))
  const grant = grantOf([host, `other.example.com:${server.port}`], { secrets: ['KEY'], methods: ['GET', 'POST'] })
  const session = stack.use(
    sessionOf(engine, grant, { credentials: boundOf({ KEY: { value: secret, hosts: [host] } }) }),
  )
  const seam = testSeam(grant.permissions, { grant, session, clock: realClock })
  const opened = stack.use(
    await openGateway({
      // The gateway itself sees port 443; only the policy behind it sees the server's port.
      hosts: ['api.example.com', 'other.example.com'],
      hostCalls,
      secrets: session.placeholders,
      answer: ({ op, args }) => seam.call(op, atPort(args, server.port), 0),
    }),
  )
  const placeholder = session.placeholders.KEY ?? ''
  return { server, seam, opened, placeholder, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}

/** Replaces port 443, which the test server does not have. */
function atPort<T>(args: T, port: number): T {
  if (typeof args !== 'object' || args === null || !('url' in args)) return args
  return { ...args, url: String(args.url).replace('.example.com/', `.example.com:${port}/`) }
}

const url = 'https://api.example.com/v1'
const get = (more: string, method = 'GET') => `${method} /v1 HTTP/1.1\r\nHost: api.example.com\r\n${more}\r\n`

describe('the gateway of a container applies the policy of every runtime', () => {
  it('sends real values in place of placeholders, and returns placeholders in place of real values', async () => {
    await using policy = await openPolicy({
      answer: ({ headers, body }, response) => {
        response.setHeader('x-echo', String(headers.authorization))
        response.end(`${headers.authorization} ${body} ${Buffer.from(secret).toString('base64')}`)
      },
    })
    const { opened, placeholder, server } = policy
    const headers = { authorization: `Bearer ${placeholder}` }
    const response = await fetchBy(opened, url, { method: 'POST', headers, body: `key=${placeholder}` })
    expect(server.seen[0]).toMatchObject({ headers: { authorization: `Bearer ${secret}` }, body: `key=${secret}` })
    expect(response).toMatchObject({ status: 200, headers: { 'x-echo': `Bearer ${placeholder}` } })
    expect(response.body.toString()).toContain(`Bearer ${placeholder} key=${placeholder} `)
    expect(response.body.toString()).not.toContain(secret)
    expect(response.body.toString()).not.toContain(Buffer.from(secret).toString('base64'))
  })

  it.each([
    ['/v2', expect.stringMatching(/^https:\/\/api\.example\.com.*\/v2$/)],
    ['https://evil.example/', 'https://evil.example/'],
    ['http://169.254.169.254/latest', 'http://169.254.169.254/latest'],
  ])('returns a redirect to %s to the library of a script, and requests nothing there', async (given, location) => {
    await using policy = await openPolicy({
      hostCalls: true,
      answer: (_request, response) => void response.writeHead(302, { location: given }).end(),
    })
    expect(await fetchBy(policy.opened, url)).toMatchObject({ status: 302, headers: { location } })
    expect(policy.server.seen).toHaveLength(1)
    expect(policy.opened.ends).toEqual([])
  })

  it('follows a redirect between declared hosts and returns the final answer', async () => {
    await using policy = await openPolicy({
      answer: ({ path }, response) => {
        if (path === '/v1') response.writeHead(302, { location: '/v2' }).end()
        else response.end('the end')
      },
    })
    expect((await fetchBy(policy.opened, url)).body.toString()).toBe('the end')
  })

  it.each<[string, string, string, { location?: string; resolve?: string[] }]>([
    ['an undeclared method', get('', 'DELETE'), 'DELETE', {}],
    ['a redirect to an undeclared host', get(''), 'redirect: evil.example', { location: 'https://evil.example/' }],
    ['a redirect to a private address', get(''), 'redirect: not a full host name', { location: 'https://10.0.0.1/' }],
    ['a redirect to cloud metadata', get(''), 'redirect: scheme http:', { location: 'http://169.254.169.254/latest' }],
    ['a name that resolves to a private address', get(''), '192.168.1.1: private', { resolve: ['192.168.1.1'] }],
    ['a name that resolves to the loopback', get(''), '127.0.0.1: loopback', { resolve: ['127.0.0.1'] }],
    ['a placeholder to another declared host', '', 'KEY may not go to other.example.com', {}],
    ['a proxy header', get('Proxy-Authorization: x\r\n'), 'header proxy-authorization', {}],
    ['an upgrade without a Connection header', get('Upgrade: websocket\r\n'), 'header upgrade', {}],
    [
      'two different authorizations',
      get('Authorization: a\r\nAuthorization: b\r\n'),
      'two different authorization headers',
      {},
    ],
    ['a method override', get('X-HTTP-Method-Override: DELETE\r\n'), 'overrides its method', {}],
    ['a backslash in the path', get('').replace('/v1', '/\\evil.example'), 'malformed URL', {}],
  ])('%s ends the execution with EGRESS_BLOCKED and gets no answer', async (_, bytes, reason, given) => {
    const { location, resolve } = given
    await using policy = await openPolicy({
      answer: (_request, response) => void response.writeHead(location ? 302 : 200, location ? { location } : {}).end(),
      ...(resolve && { resolve: async () => resolve, addressPolicy: classifyAddress }),
    })
    const { opened, placeholder } = policy
    const elsewhere = `GET / HTTP/1.1\r\nHost: other.example.com\r\nX-Key: ${placeholder}\r\n\r\n`
    const answer = await (bytes === ''
      ? exchange(opened, elsewhere, { servername: 'other.example.com' })
      : exchange(opened, bytes))
    expect(answer).toBe('')
    expect(opened.ends).toEqual([{ code: 'EGRESS_BLOCKED', reason: expect.stringContaining(reason) }])
    expect(JSON.stringify(policy.seam.journal)).not.toContain(secret)
  })

  it('reports failures other than violations as a status that the program can handle', async () => {
    await using policy = await openPolicy({ answer: (_request, response) => void response.end('x'.repeat(65 * 1024)) })
    expect(await fetchBy(policy.opened, url)).toMatchObject({
      status: 502,
      headers: { 'x-travel-error': 'ResponseTooLargeError' },
    })
    const withBody = await fetchBy(policy.opened, url, { headers: { 'content-length': '6' }, body: 'a body' })
    expect(withBody).toMatchObject({ status: 502, headers: { 'x-travel-error': 'NetworkError' } })
  })

  it('returns the placeholder of a secret to a harness, but does not write it to the journal', async () => {
    await using policy = await openPolicy({ hostCalls: true })
    const response = await fetchBy(policy.opened, 'https://runner.travel.internal/call', {
      method: 'POST',
      body: JSON.stringify({ op: 'secrets.get', args: { name: 'KEY' } }),
    })
    expect(JSON.parse(response.body.toString())).toEqual({ kind: 'value', value: policy.placeholder })
    expect(policy.seam.journal).toMatchObject([{ op: 'secrets.get', args: { name: 'KEY' }, result: { value: null } }])
  })
})
