import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { TimeOffsets } from '../core/ports.ts'
import { end, type OperationContext, operationOf, rejected } from './operation.ts'

export type TimeServices = { readonly timeOffsets: TimeOffsets }

/** Offsets are computed on the main thread, so the work yields between batches and is bounded. */
const pairsAtOnce = 100
const maxOffsetPairs = 20_000

export const timeOperations = {
  /** UTC offsets of a list of local times. One that is not known is `null` in the answer. */
  'time.offset': operationOf('time.offset', {
    open({ services: { timeOffsets }, signal, enter }: OperationContext<TimeServices>) {
      let offsetPairs = 0
      return async ({ pairs }) => {
        using _slot = await enter()
        const offsets: (string | null)[] = []
        for (let at = 0; at < pairs.length; at += pairsAtOnce) {
          if (at > 0 || offsetPairs > 0) await turnOfTheEventLoop()
          if (signal.aborted) return rejected('AbortError', 'time.offset: the execution has ended')
          const some = pairs.slice(at, at + pairsAtOnce)
          offsetPairs += some.length
          if (offsetPairs > maxOffsetPairs) {
            return end('CAPABILITY_DENIED', `more than ${maxOffsetPairs} pairs in time.offset`)
          }
          const found = timeOffsets(some)
          if (!found.ok) return rejected('RangeError', `time.offset: ${found.reason}`)
          offsets.push(...found.offsets)
        }
        return { kind: 'value', value: offsets }
      }
    },
  }),
}
