import type { AddressInfo, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** The only password that the server accepts. */
export const password = 's3cret-password'

type ReceivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly data: string
  readonly secure: boolean
}

/** A mail server on this machine that records the mails and passwords that it receives. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = []
  const logins: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth(auth, _session, done) {
      logins.push(`${auth.username}:${auth.password}`)
      if (auth.password === password) done(null, { user: auth.username ?? '' })
      else done(new Error(`no such user ${auth.username}`))
    },
    onData(stream, { envelope, secure }, done) {
      text(stream).then((data) => {
        const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        mails.push({ from: sender, to: envelope.rcptTo.map(({ address }) => address), data, secure })
        done()
      }, done)
    },
    ...options,
  })
  // The client may disconnect before the end of a session.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => sockets.add(socket))
  return {
    /** Closes all connections without an answer. */
    hangUp() {
      for (const socket of sockets) socket.destroy()
    },
    mails,
    logins,
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
