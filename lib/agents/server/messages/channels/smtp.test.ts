import { expect, test } from 'vitest'
import { openMailServer, password } from '#lib/platform/server/mail/testing/mail-server.ts'
import { createSigner, makeAuthority } from '#runner/runtimes/container/gateway/instance-ca.ts'
import { DeliveryError, type Outgoing } from '../channel.ts'
import { smtpChannel } from '../open-channel.ts'

const message: Outgoing = {
  id: 'msg_0123456789abcdefghijkl',
  skill: 'send-message',
  text: 'Our plane lands at 15:30.\nBcc: mallory@example.com\n.\nQUIT',
  urgent: false,
  notedAt: new Date('2026-11-24T09:30:00Z'),
}
const [from, to] = ['travel@example.com', 'operator@example.com']
const never = new AbortController().signal

async function certified(name = 'localhost') {
  const authority = await makeAuthority(Date.now())
  const signer = await createSigner(authority)
  const { certificatePem: cert, keyPem: key } = await signer.sign(name, {
    fromMs: Date.now(),
    untilMs: Date.now() + 3_600_000,
  })
  return { ca: authority.certificatePem, cert, key }
}

const failureOf = (delivery: Promise<void>): Promise<unknown> =>
  delivery.then(
    () => undefined,
    (cause: unknown) => cause,
  )

test('sends an e-mail to the configured address only, whatever the text says', async () => {
  await using server = await openMailServer()
  await smtpChannel({ url: `smtp://127.0.0.1:${server.port}`, from, to }).deliver(message, never)
  const [mail, ...more] = server.mails
  expect(more).toEqual([])
  expect(mail).toMatchObject({ from, to: [to] })
  const [head = '', body = ''] = mail?.data.split('\r\n\r\n') ?? []
  expect(head).toContain(`Message-ID: <${message.id}@travel.aw>`)
  expect(head).toContain('Subject: Message from travel.aw')
  expect(head).not.toContain('mallory')
  expect(body).toContain(message.text.replaceAll(/^/gm, '> ').replaceAll('\n', '\r\n'))
})

test.each([
  ['smtps', true],
  ['smtp', false],
])('logs in over an encrypted connection with %s', async (protocol, secure) => {
  const { ca, cert, key } = await certified()
  await using server = await openMailServer({ secure, cert, key, disabledCommands: [], authOptional: false })
  const url = `${protocol}://operator:${password}@localhost:${server.port}`
  await smtpChannel({ url, from, to }, ca).deliver(message, never)
  expect(server.logins).toEqual([`operator:${password}`])
  expect(server.mails).toMatchObject([{ secure: true, to: [to] }])
})

test('sends no password without encryption', async () => {
  await using server = await openMailServer({ allowInsecureAuth: true })
  const url = `smtp://operator:${password}@127.0.0.1:${server.port}`
  expect(await failureOf(smtpChannel({ url, from, to }).deliver(message, never))).toBeInstanceOf(DeliveryError)
  expect(server.logins).toEqual([])
  expect(server.mails).toEqual([])
})

test('sends no password to a server whose certificate is not trusted', async () => {
  const { cert, key } = await certified()
  await using server = await openMailServer({ secure: true, cert, key, disabledCommands: [] })
  const url = `smtps://operator:${password}@localhost:${server.port}`
  expect(await failureOf(smtpChannel({ url, from, to }).deliver(message, never))).toBeInstanceOf(DeliveryError)
  expect(server.logins).toEqual([])
})

test.each([
  ['smtps', true],
  ['smtp', false],
])('sends no password with %s to a server with the certificate of another name', async (protocol, secure) => {
  const { ca, cert, key } = await certified('mail.example')
  await using server = await openMailServer({ secure, cert, key, disabledCommands: [] })
  const url = `${protocol}://operator:${password}@localhost:${server.port}`
  expect(await failureOf(smtpChannel({ url, from, to }, ca).deliver(message, never))).toBeInstanceOf(DeliveryError)
  expect(server.logins).toEqual([])
  expect(server.mails).toEqual([])
})

test('names neither password nor address when the server refuses', async () => {
  const { ca, cert, key } = await certified()
  await using server = await openMailServer({ secure: true, cert, key, disabledCommands: [] })
  const url = `smtps://operator:${password}-wrong@localhost:${server.port}`
  const failure = await failureOf(smtpChannel({ url, from, to }, ca).deliver(message, never))
  expect(failure).toMatchObject({ message: expect.stringContaining('check TRAVEL_SMTP_URL') })
  expect(`${Object(failure).stack} ${JSON.stringify(failure)}`).not.toMatch(/s3cret|operator@|no such user/)
})

test('fails when the server refuses the recipient, or no server listens', async () => {
  const refusing = await openMailServer({
    onRcptTo: (_address, _session, done) => done(new Error('operator@example.com is unknown')),
  })
  const channel = smtpChannel({ url: `smtp://127.0.0.1:${refusing.port}`, from, to })
  const failure = await failureOf(channel.deliver(message, never))
  expect(failure).toMatchObject({ message: expect.stringMatching(/^The mail server answered with code 5\d\d$/) })
  await refusing[Symbol.asyncDispose]()
  expect(await failureOf(channel.deliver(message, never))).toMatchObject({
    message: 'The mail server could not be reached',
  })
})
