import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { TimeOffsetArgs } from '../contract/host-calls.ts'
import { end, type HostOperation, ordinary, rejected } from './operation.ts'

/** Offsets are computed on the main thread, so the work yields between batches and is bounded. */
const pairsAtOnce = 100
const mostOffsetPairs = 20_000

/** UTC offsets of a list of local times. The answer is a list of offsets. */
export const timeOffsetOperation: HostOperation = {
  ...ordinary,
  open({ timeOffsets, signal, enter }) {
    let offsetPairs = 0
    return async (args) => {
      const parsed = TimeOffsetArgs.safeParse(args)
      if (!parsed.success)
        return rejected('TypeError', 'time.offset: expects a list of [place or zone, local time] pairs')
      using _slot = await enter()
      const { pairs } = parsed.data
      const offsets: string[] = []
      for (let at = 0; at < pairs.length; at += pairsAtOnce) {
        if (at > 0 || offsetPairs > 0) await turnOfTheEventLoop()
        if (signal.aborted) return rejected('AbortError', 'time.offset: the execution has ended')
        const some = pairs.slice(at, at + pairsAtOnce)
        offsetPairs += some.length
        if (offsetPairs > mostOffsetPairs) {
          return end('CAPABILITY_DENIED', `more than ${mostOffsetPairs} pairs in time.offset`)
        }
        const found = timeOffsets(some)
        if (!found.ok) return rejected('RangeError', `time.offset: pair ${at + found.index}: ${found.reason}`)
        offsets.push(...found.offsets)
      }
      return { kind: 'value', value: offsets }
    }
  },
}
