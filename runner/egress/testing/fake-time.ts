import { setImmediate } from 'node:timers/promises'

/** A clock that advances only on command and runs every due timer. */
export function createFakeTime() {
  let nowMs = 0
  let timers: Array<{ at: number; callback: () => void }> = []
  // The next turn of the event loop starts after all promise callbacks have run.
  const settle = () => setImmediate()
  return {
    clock: { now: () => nowMs, monotonic: () => nowMs },
    after: (ms: number, callback: () => void) => {
      const timer = { at: nowMs + ms, callback }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    pending: () => timers.length,
    /** Runs due timers, at most `most` of them. */
    async run(most = Number.POSITIVE_INFINITY) {
      await settle()
      for (let next = timers.sort((a, b) => a.at - b.at).shift(), ran = 0; next !== undefined && ran < most; ran += 1) {
        nowMs = Math.max(nowMs, next.at)
        next.callback()
        await settle()
        next = timers.sort((a, b) => a.at - b.at).shift()
      }
    },
  }
}
