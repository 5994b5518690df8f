import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import type { Mailer } from '#lib/platform/server/mail/mailer.ts'
import type { Clock, Log, RandomBytes } from '#runner/core/ports.ts'
import type { Places } from '../../places/places.ts'

export type AlertMailPorts = {
  readonly db: DatabaseClient
  /** Undefined: the app sends no mail. */
  readonly mailer: Mailer | undefined
  /** The URL of the app in the links of mails. */
  readonly baseUrl: string
  /** Signs the links that turn off the mails. */
  readonly unsubscribeKey: Uint8Array
  readonly places: Pick<Places, 'byCode'>
  readonly limits: Pick<RateLimits, 'take'>
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly log: Log
}
