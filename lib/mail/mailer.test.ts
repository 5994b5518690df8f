import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { createMailer, MailError } from './mailer.ts'

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
  expect(await failure).toMatchObject({ name: 'MailError', mayHaveArrived: true })
})
