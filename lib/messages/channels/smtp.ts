import { createTransport } from 'nodemailer'
import * as z from 'zod'
import { type Channel, DeliveryError, plainText } from '../channel.ts'

export type SmtpSettings = {
  readonly kind: 'smtp'
  /** `smtp://` or `smtps://`, with user and password. */
  readonly url: string
  readonly from: string
  readonly to: string
}

const Refused = z.object({ code: z.string().optional(), responseCode: z.number().optional() })

const timeoutMs = 10_000

/**
 * Sends an e-mail. With a user, the connection must be encrypted before the password is sent. `ca`: the authority of
 * the server's certificate. Absent: the authorities that Node trusts.
 */
export function smtpChannel({ url, from, to }: Omit<SmtpSettings, 'kind'>, ca?: string): Channel {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const user = decodeURIComponent(username)
  return {
    name: 'smtp',
    async deliver(message, signal) {
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
      const close = () => transport.close()
      signal.addEventListener('abort', close, { once: true })
      try {
        await transport.sendMail({
          from,
          to,
          subject: message.urgent ? 'Urgent message from travel.aw' : 'Message from travel.aw',
          text: plainText(message),
          date: message.notedAt,
          // The same for each attempt, so that mail programs show a repeated message once.
          messageId: `<${message.id}@travel.aw>`,
        })
      } catch (cause) {
        throw new DeliveryError(sentenceOf(cause))
      } finally {
        signal.removeEventListener('abort', close)
        transport.close()
      }
    },
  }
}

/** The server's own words may repeat addresses. */
function sentenceOf(cause: unknown): string {
  const { code, responseCode } = Refused.safeParse(cause).data ?? {}
  if (code === 'EAUTH') return 'The mail server refused the user or the password: check TRAVEL_SMTP_URL'
  if (responseCode !== undefined) return `The mail server answered with code ${responseCode}`
  if (code === 'ETLS') return 'The mail server offers no encryption: use smtps:// in TRAVEL_SMTP_URL'
  return 'The mail server could not be reached'
}
