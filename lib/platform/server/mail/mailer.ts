import { createTransport } from 'nodemailer'
import * as z from 'zod'

export type MailSettings = {
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string
  readonly from: string
}

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Absent: plain text only. */
  readonly html?: string
  readonly date: Date
  /** The same for each attempt, so that mail programs show a repeated mail once. */
  readonly messageId: string
  readonly headers?: Readonly<Record<string, string>>
}

export type Mailer = {
  /**
   * Resolves when the mail server has accepted the mail.
   *
   * @throws MailError if the mail server did not accept the mail, or may not have accepted it
   */
  send(mail: Mail, signal: AbortSignal): Promise<void>
}

type Result = {
  /** The mail server's code, if it answered. */
  readonly code?: number | undefined
  /** The connection ended without an answer after sending had begun: the mail server may have accepted the mail. */
  readonly mayHaveArrived?: boolean
}

/** Why a mail was not sent, for log and pages: the message contains no part of an address or password. */
export class MailError extends Error {
  override readonly name = 'MailError'
  readonly isPermanent: boolean
  readonly mayHaveArrived: boolean

  constructor(message: string, { code, mayHaveArrived = false }: Result = {}) {
    super(message)
    this.isPermanent = code !== undefined && code >= 500 && code !== 535
    this.mayHaveArrived = mayHaveArrived
  }
}

const Refused = z.object({
  code: z.string().optional(),
  originalCode: z.string().optional(),
  responseCode: z.number().optional(),
})

/** The codes of OpenSSL and Node for a certificate that is expired, of another host, or not trusted. */
const isOfCertificate = /CERT|SIGNATURE|_ISSUER/

const timeoutMs = 10_000

/**
 * Sends mails through an SMTP server. With a user, the connection must be encrypted before the password is sent. `ca`:
 * the certificate authority of the server; absent: the authorities that Node trusts.
 */
export function createMailer({ url, from }: MailSettings, ca?: string): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  return {
    async send({ headers = {}, ...mail }, signal) {
      const transport = createTransport({
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port === '' ? (isSecure ? 465 : 587) : Number(port),
        secure: isSecure,
        requireTLS: !isSecure && user !== '',
        ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
        ...(ca === undefined ? {} : { tls: { ca } }),
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      let isBegun = false
      transport.use('stream', ({ message }, done) => {
        // The transport reads the mail only after the server has accepted the connection and the login.
        message.processFunc((content) => {
          isBegun = true
          return content
        })
        done()
      })
      try {
        await transport.sendMail({ ...mail, from, headers, signal })
      } catch (cause) {
        throw errorOf(cause, isBegun)
      } finally {
        transport.close()
      }
    },
  }
}

/**
 * Does not repeat the server's own message, which may contain addresses.
 *
 * @param isBegun whether sending the mail had begun
 */
function errorOf(cause: unknown, isBegun: boolean): MailError {
  const { code, originalCode = '', responseCode } = Refused.safeParse(cause).data ?? {}
  if (code === 'EAUTH') return new MailError('The mail server refused the user or the password: check TRAVEL_SMTP_URL')
  if (responseCode !== undefined)
    return new MailError(`The mail server answered with code ${responseCode}`, { code: responseCode })
  if (isOfCertificate.test(originalCode))
    return new MailError(`The certificate of the mail server is not valid (${originalCode})`)
  if (code === 'ETLS') return new MailError('The mail server offers no encryption: use smtps:// in TRAVEL_SMTP_URL')
  if (isBegun) return new MailError('The connection to the mail server was lost', { mayHaveArrived: true })
  return new MailError('The mail server could not be reached')
}
