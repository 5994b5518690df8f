import type { TravelPorts } from '../ports.ts'
import type { GuestKeys } from '../search/guest-keys.ts'
import type { SearchTurns } from '../search/search-turns.ts'

export type SavedSearchPorts = TravelPorts &
  GuestKeys & {
    /** A scheduled search waits like any other background search. */
    readonly turns: Pick<SearchTurns, 'background'>
    /** The maximum number of scheduled searches per hour, for all people together. 0 turns them off. */
    readonly perHour: number
  }

/** A random number from 0 to 1. */
export const randomOf = ({ randomBytes }: Pick<SavedSearchPorts, 'randomBytes'>): number =>
  (randomBytes(1)[0] ?? 0) / 255
