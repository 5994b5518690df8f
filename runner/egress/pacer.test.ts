import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPacer, type Rate } from './pacer.ts'

/** A clock that advances only on command and runs every due timer. */
function createFakeTime() {
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
    async run() {
      await settle()
      for (let next = timers.sort((a, b) => a.at - b.at).shift(); next !== undefined; ) {
        nowMs = Math.max(nowMs, next.at)
        next.callback()
        await settle()
        next = timers.sort((a, b) => a.at - b.at).shift()
      }
    },
  }
}

/** The time at which each call starts. All calls must start in their order of arrival. */
async function startsOf(rates: readonly Rate[], key: (index: number) => string = () => 'key'): Promise<number[]> {
  const time = createFakeTime()
  const pacer = createPacer(time)
  const starts: number[] = []
  const order: number[] = []
  const waits = rates.map((rate, index) =>
    pacer.wait(key(index), rate, new AbortController().signal).then(() => {
      order.push(index)
      starts.push(time.clock.monotonic())
    }),
  )
  await time.run()
  await Promise.all(waits)
  expect(order).toEqual(rates.map((_, index) => index))
  return starts
}

const times = (count: number, rate: Rate) => Array.from({ length: count }, () => rate)

describe('createPacer', () => {
  it('starts the first calls of a second at once', async () => {
    expect(await startsOf(times(3, { per_second: 10, min_interval_ms: 0 }))).toEqual([0, 0, 0])
  })

  it('keeps the minimum interval', async () => {
    expect(await startsOf(times(4, { per_second: 100, min_interval_ms: 100 }))).toEqual([0, 100, 200, 300])
  })

  it('allows per_second calls in any second', async () => {
    expect(await startsOf(times(5, { per_second: 2, min_interval_ms: 0 }))).toEqual([0, 0, 1000, 1000, 2000])
  })

  it('treats a rate below one per second as one call per longer interval', async () => {
    expect(await startsOf(times(3, { per_second: 0.5, min_interval_ms: 0 }))).toEqual([0, 2000, 4000])
  })

  it('paces each key separately', async () => {
    expect(await startsOf(times(3, { per_second: 1, min_interval_ms: 0 }), (index) => `key ${index}`)).toEqual([
      0, 0, 0,
    ])
  })

  it('removes an aborted call from the queue, and later calls move up', async () => {
    const time = createFakeTime()
    const pacer = createPacer(time)
    const rate = { per_second: 100, min_interval_ms: 100 }
    const leaves = new AbortController()
    const order: string[] = []
    const note = (name: string) => (went: boolean) => void order.push(`${name} ${went} ${time.clock.monotonic()}`)
    const waits = [
      pacer.wait('k', rate, new AbortController().signal).then(note('first')),
      pacer.wait('k', rate, leaves.signal).then(note('leaves')),
      pacer.wait('k', rate, new AbortController().signal).then(note('last')),
    ]
    leaves.abort()
    await time.run()
    await Promise.all(waits)
    expect(order.sort()).toEqual(['first true 0', 'last true 100', 'leaves false 0'])
    expect(time.pending()).toBe(0)
  })

  it('does not delay later calls by the slower rate of an aborted call', async () => {
    const time = createFakeTime()
    const pacer = createPacer(time)
    const leaves = new AbortController()
    const { signal } = new AbortController()
    await pacer.wait('k', { per_second: 1, min_interval_ms: 0 }, signal)
    const slow = pacer.wait('k', { per_second: 0.001, min_interval_ms: 0 }, leaves.signal)
    const quick = pacer.wait('k', { per_second: 1, min_interval_ms: 0 }, signal).then(() => time.clock.monotonic())
    leaves.abort()
    await time.run()
    expect(await slow).toBe(false)
    expect(await quick).toBe(1000)
  })

  it('never starts a call that was already aborted', async () => {
    const pacer = createPacer(createFakeTime())
    expect(await pacer.wait('k', { per_second: 1, min_interval_ms: 0 }, AbortSignal.abort())).toBe(false)
  })

  it('keeps to any rate and to the order of arrival, for any number of calls', async () => {
    const rates = fc.record({
      per_second: fc.integer({ min: 1, max: 20 }),
      min_interval_ms: fc.integer({ min: 0, max: 300 }),
    })
    await fc.assert(
      fc.asyncProperty(rates, fc.integer({ min: 1, max: 60 }), async (rate, count) => {
        const starts = await startsOf(times(count, rate))
        expect(starts).toHaveLength(count)
        starts.forEach((start, index) => {
          expect(start - (starts[index - 1] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(rate.min_interval_ms)
          expect(start - (starts[index - rate.per_second] ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(1000)
        })
      }),
    )
  })
})
