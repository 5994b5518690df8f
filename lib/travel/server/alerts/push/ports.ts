import type { Seal } from '#runner/core/ports.ts'
import type { Places } from '../../places/places.ts'
import type { TravelPorts } from '../../ports.ts'
import type { SendPush, VapidKeys } from './send-push.ts'

export type AlertPushPorts = Pick<TravelPorts, 'db' | 'clock' | 'randomBytes' | 'log'> & {
  readonly places: Pick<Places, 'byCode'>
  readonly keys: VapidKeys
  /** Further allowed hosts of push services, besides the built-in ones. */
  readonly moreHosts: readonly string[]
  readonly send: SendPush
  readonly seal: Seal
}
