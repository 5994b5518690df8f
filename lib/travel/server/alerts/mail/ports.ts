import type { RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import type { Mailer } from '#lib/platform/server/mail/mailer.ts'
import type { Places } from '../../places/places.ts'
import type { TravelPorts } from '../../ports.ts'

export type AlertMailPorts = Pick<TravelPorts, 'db' | 'clock' | 'randomBytes' | 'log'> & {
  readonly places: Pick<Places, 'byCode'>
  /** Undefined: the app sends no mail. */
  readonly mailer: Mailer | undefined
  /** The URL of the app in the links of mails. */
  readonly baseUrl: string
  /** Signs the links that turn off the mails. */
  readonly unsubscribeKey: Uint8Array
  readonly limits: Pick<RateLimits, 'take'>
}
