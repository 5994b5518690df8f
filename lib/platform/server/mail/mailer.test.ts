import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createSigner, makeAuthority } from '#runner/runtimes/container/gateway/instance-ca.ts'
import { createMailer, MailError } from './mailer.ts'
import { openMailServer } from './testing/mail-server.ts'

const mail = { to: 'ana@example.com', subject: 's', text: 't', date: new Date(0), messageId: '<a@travel.aw>' }

/** A server that accepts connections and never greets. */
async function openMuteServer() {
  const server = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    mailer: createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'travel@example.com' }),
    connected: once(server, 'connection'),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
const never = new AbortController().signal
const failureOf = (sent: Promise<void>) => sent.then(() => undefined).catch((cause: unknown) => cause)

afterEach(() => {
  vi.useRealTimers()
})

test('a server that never answers has not received the mail, so the mail can be sent again', async () => {
  await using server = await openMuteServer()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failure = failureOf(server.mailer.send(mail, new AbortController().signal))
  await server.connected
  // Lets the client see the connection, so that it waits for the greeting.
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(11_000)
  expect(await failure).toBeInstanceOf(MailError)
  expect(await failure).toMatchObject({ mayHaveArrived: false, isPermanent: false })
})

test('an aborted attempt ends at once', async () => {
  await using server = await openMuteServer()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = new AbortController()
  const failure = failureOf(server.mailer.send(mail, stop.signal))
  await server.connected
  await new Promise((resolve) => setImmediate(resolve))
  stop.abort()
  expect(await failure).toMatchObject({ name: 'MailError', mayHaveArrived: false })
})

const mailerFor = (server: { port: number }, protocol = 'smtp') =>
  createMailer({ url: `${protocol}://localhost:${server.port}`, from: 'travel@example.com' })

test('a server that ends the connection before it takes a mail has not received it', async () => {
  const ends = {
    onConnect: (_: unknown, done: () => void) => {
      server.hangUp()
      done()
    },
  }
  await using server = await openMailServer(ends)
  expect(await failureOf(mailerFor(server).send(mail, never))).toMatchObject({
    message: 'The mail server could not be reached',
    mayHaveArrived: false,
    isPermanent: false,
  })
})

test.each([
  ['smtps', true],
  ['smtp', false],
])(
  'a server whose certificate is not trusted gets no mail with %s, and the error names the certificate',
  async (protocol, secure) => {
    const authority = await makeAuthority(Date.now())
    const signer = await createSigner(authority)
    const validity = { fromMs: Date.now(), untilMs: Date.now() + 3_600_000 }
    const { certificatePem: cert, keyPem: key } = await signer.sign('localhost', validity)
    await using server = await openMailServer({ secure, cert, key, disabledCommands: [] })
    expect(await failureOf(mailerFor(server, protocol).send(mail, never))).toMatchObject({
      message: expect.stringMatching(/^The certificate of the mail server is not valid \([A-Z_]+\)$/),
      mayHaveArrived: false,
      isPermanent: false,
    })
    expect(server.mails).toEqual([])
  },
)

test('a mail may have arrived if the connection ends while the server takes it', async () => {
  await using server = await openMailServer({
    onData(stream) {
      stream.resume()
      stream.once('end', () => server.hangUp())
    },
  })
  expect(await failureOf(mailerFor(server).send(mail, never))).toMatchObject({ mayHaveArrived: true })
})
