import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Clock, Log, RandomBytes, Seal } from '#runner/core/ports.ts'
import type { Places } from '../../places/places.ts'
import type { SendPush } from './send-push.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type AlertPushPorts = {
  readonly db: DatabaseClient
  readonly keys: VapidKeys
  /** Further allowed hosts of push services, besides the built-in ones. */
  readonly moreHosts: readonly string[]
  readonly send: SendPush
  readonly seal: Seal
  readonly places: Pick<Places, 'byCode'>
  readonly clock: Pick<Clock, 'now'>
  readonly randomBytes: RandomBytes
  readonly log: Log
}
