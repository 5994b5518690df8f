import * as z from 'zod'
import type { OperationDescriptor } from './descriptor.ts'

export const TimeOffsetArgs = z.strictObject({
  pairs: z.array(z.tuple([z.string().max(64), z.string().max(32)])).max(5000),
})

export type TimeGlobal = {
  readonly time: {
    /**
     * UTC offsets (`+09:00`) of local times (`2026-03-15T11:30:00`) at airports, cities (IATA) or in IANA zones, in the
     * given order; `null` for a place, zone or time that is not known. One host call for the whole list.
     */
    offset(pairs: ReadonlyArray<readonly [placeOrZone: string, localTime: string]>): Promise<(string | null)[]>
  }
}

export const timeOperations = {
  'time.offset': {
    args: TimeOffsetArgs,
    answer: z.array(z.string().nullable()),
    wrong: 'expects a list of [place or zone, local time] pairs',
    does: 'the UTC offsets of local times',
    icon: 'clock',
    title(args) {
      const count = TimeOffsetArgs.safeParse(args).data?.pairs.length
      return count === undefined ? 'Local times' : `${count} local times`
    },
  },
} as const satisfies Record<string, OperationDescriptor>
