import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BookStarts, createPacer, type PacedCall, type Rate } from './pacer.ts'
import { createFakeTime } from './testing/fake-time.ts'

const never = new AbortController().signal

/** A pacer on a fake clock. `call` names a call of a key that ends at once, or with `ended`. */
function setUp(maxInFlight = 1000) {
  const time = createFakeTime()
  const pacer = createPacer({ ...time, maxInFlight })
  const started: Array<{ readonly name: string; readonly at: number }> = []
  return {
    time,
    started,
    names: () => started.map(({ name }) => name),
    async call(
      name: string,
      rate: Rate | undefined,
      { lane = 'lane', fairKey = 'ada', signal = never, ended = Promise.resolve(), isShare = false }: CallOptions = {},
    ): Promise<boolean> {
      const turn = await pacer.wait({ lane, fairKey, rate, signal, isShare })
      if (turn === undefined) return false
      started.push({ name, at: time.clock.monotonic() })
      await ended
      turn[Symbol.dispose]()
      return true
    },
  }
}
type CallOptions = Partial<PacedCall> & { readonly ended?: Promise<void> }

/** The time at which each call of one key starts. All calls must start in their order of arrival. */
async function startsOf(rates: readonly Rate[], lane: (index: number) => string = () => 'lane'): Promise<number[]> {
  const { time, call, started, names } = setUp()
  const calls = rates.map((rate, index) => call(`${index}`, rate, { lane: lane(index) }))
  await time.run()
  await Promise.all(calls)
  expect(names()).toEqual(rates.map((_, index) => `${index}`))
  return started.map(({ at }) => at)
}

const times = (count: number, rate: Rate) => Array.from({ length: count }, () => rate)

describe('createPacer', () => {
  it.each<[string, number, Rate, number[]]>([
    ['starts the first calls of a second at once', 3, { per_second: 10, min_interval_ms: 0 }, [0, 0, 0]],
    ['keeps the minimum interval', 4, { per_second: 100, min_interval_ms: 100 }, [0, 100, 200, 300]],
    ['allows per_second calls in any second', 5, { per_second: 2, min_interval_ms: 0 }, [0, 0, 1000, 1000, 2000]],
    ['takes a rate below one for a longer interval', 3, { per_second: 0.5, min_interval_ms: 0 }, [0, 2000, 4000]],
  ])('%s', async (_, count, rate, starts) => {
    expect(await startsOf(times(count, rate))).toEqual(starts)
  })

  it('allows no more than 1,000 calls in any second', async () => {
    const starts = await startsOf(times(1001, { per_second: 1000, min_interval_ms: 0 }))
    expect([starts[999], starts[1000]]).toEqual([0, 1000])
  })

  it('paces each lane separately', async () => {
    expect(await startsOf(times(3, { per_second: 1, min_interval_ms: 0 }), (index) => `lane ${index}`)).toEqual([
      0, 0, 0,
    ])
  })

  it('starts calls without a rate at once', async () => {
    const { time, call, started } = setUp()
    await Promise.all([call('one', undefined), call('two', undefined)])
    expect(started).toEqual([
      { name: 'one', at: 0 },
      { name: 'two', at: 0 },
    ])
    expect(time.pending()).toBe(0)
  })

  it('removes an aborted call from the queue, and later calls move up', async () => {
    const { time, call, started } = setUp()
    const rate = { per_second: 100, min_interval_ms: 100 }
    const leaves = new AbortController()
    const calls = [call('first', rate), call('leaves', rate, { signal: leaves.signal }), call('last', rate)]
    leaves.abort()
    await time.run()
    expect(await Promise.all(calls)).toEqual([true, false, true])
    expect(started).toEqual([
      { name: 'first', at: 0 },
      { name: 'last', at: 100 },
    ])
    expect(time.pending()).toBe(0)
  })

  it('does not delay later calls by the slower rate of an aborted call', async () => {
    const { time, call, started } = setUp()
    const leaves = new AbortController()
    await call('first', { per_second: 1, min_interval_ms: 0 })
    const slow = call('slow', { per_second: 0.001, min_interval_ms: 0 }, { signal: leaves.signal })
    const quick = call('quick', { per_second: 1, min_interval_ms: 0 })
    leaves.abort()
    await time.run()
    expect(await Promise.all([slow, quick])).toEqual([false, true])
    expect(started.at(-1)).toEqual({ name: 'quick', at: 1000 })
  })

  it('never starts a call that was already aborted', async () => {
    expect(await setUp().call('late', undefined, { signal: AbortSignal.abort() })).toBe(false)
  })

  it('starts the call of another person after at most one of 300 calls that one person has waiting', async () => {
    const { time, call, names, started } = setUp()
    const rate = { per_second: 10, min_interval_ms: 100 }
    const flood = Array.from({ length: 300 }, (_, index) => call(`a${index}`, rate, { fairKey: 'a' }))
    const other = call('b', rate, { fairKey: 'b' })
    await time.run()
    await Promise.all([...flood, other])
    expect(names().slice(0, 4)).toEqual(['a0', 'a1', 'b', 'a2'])
    expect(started[2]).toEqual({ name: 'b', at: 200 })
    expect(started).toHaveLength(301)
  })

  it('gives a guest three quarters of the rate, so that another person’s call starts at once', async () => {
    const { time, call, started } = setUp()
    const rate = { per_second: 5, min_interval_ms: 0 }
    const ofGuest = { fairKey: 'guest', isShare: true }
    const flood = Array.from({ length: 300 }, (_, index) => call(`a${index}`, rate, ofGuest))
    await setImmediate()
    const leaves = new AbortController()
    const left = call('left', rate, { ...ofGuest, signal: leaves.signal })
    leaves.abort()
    expect(await left).toBe(false)
    const other = call('b', rate, { fairKey: 'b' })
    await time.run()
    await Promise.all([...flood, other])
    expect(started.slice(0, 5)).toEqual([
      ...['a0', 'a1', 'a2', 'b'].map((name) => ({ name, at: 0 })),
      { name: 'a3', at: 800 },
    ])
    expect(started).toHaveLength(301)
  })

  it('starts no call of a guest who leaves while other persons use up the rate', async () => {
    const { time, call, names } = setUp()
    const rate = { per_second: 1, min_interval_ms: 0 }
    const leaves = new AbortController()
    const calls = [
      call('first', rate),
      call('leaves', rate, { fairKey: 'guest', isShare: true, signal: leaves.signal }),
    ]
    await setImmediate()
    leaves.abort()
    await time.run()
    expect(await Promise.all(calls)).toEqual([true, false])
    expect(names()).toEqual(['first'])
  })

  it('limits the calls in flight of a lane, and starts the next when one ends', async () => {
    const { time, call, names } = setUp(2)
    const held = Promise.withResolvers<void>()
    const calls = ['a', 'b', 'c'].map((key) => call(key, undefined, { fairKey: key, ended: held.promise }))
    calls.push(call('elsewhere', undefined, { lane: 'other lane' }))
    await time.run()
    expect(names()).toEqual(['a', 'b', 'elsewhere'])
    held.resolve()
    await Promise.all(calls)
    expect(names().at(-1)).toBe('c')
  })

  it('leaves a quarter of the calls in flight to other persons, however long the calls of one take', async () => {
    const { time, call, names } = setUp(8)
    const held = Promise.withResolvers<void>()
    const flood = Array.from({ length: 300 }, (_, at) =>
      call(`a${at}`, undefined, { fairKey: 'a', ended: held.promise }),
    )
    await time.run()
    expect(names()).toEqual(['a0', 'a1', 'a2', 'a3', 'a4', 'a5'])
    expect(await call('b', undefined, { fairKey: 'b' })).toBe(true)
    held.resolve()
    await Promise.all(flood)
    expect(names()).toHaveLength(301)
  })

  it('makes no key wait for more than one call of each other key, at any rate', async () => {
    const calls = fc.array(fc.constantFrom('a', 'a', 'a', 'b', 'c'), { minLength: 1, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(calls, fc.integer({ min: 1, max: 20 }), async (keys, per_second) => {
        const { time, call, names } = setUp()
        const rate = { per_second, min_interval_ms: 1 }
        const first = call('first', rate, { fairKey: 'first' })
        const all = keys.map((fairKey) => call(fairKey, rate, { fairKey }))
        await time.run()
        await Promise.all([first, ...all])
        const order = names().slice(1)
        expect(order.toSorted()).toEqual(keys.toSorted())
        for (const key of new Set(keys)) {
          const turns = order.flatMap((name, at) => (name === key ? [at] : []))
          turns.forEach((at, index) => {
            const waitedFor = order.slice((turns[index - 1] ?? -1) + 1, at)
            expect(new Set(waitedFor).size).toBe(waitedFor.length)
          })
        }
      }),
    )
  })

  it('keeps to any rate and to the order of arrival, for any number of calls of one person', async () => {
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

  it('keeps one rate together with the pacers of other processes, in blocks of half a second', async () => {
    const rate = { per_second: 10, min_interval_ms: 100 }
    const booked: number[] = []
    const counts: number[] = []
    const time = createFakeTime()
    const book: BookStarts = async (_, { min_interval_ms }, count) => {
      counts.push(count)
      const from = time.clock.monotonic()
      return Array.from({ length: count }, () => {
        booked.push(Math.max(from, (booked.at(-1) ?? Number.NEGATIVE_INFINITY) + min_interval_ms))
        return (booked.at(-1) ?? 0) - from
      })
    }
    const started: number[] = []
    const calls = [
      createPacer({ ...time, maxInFlight: 32, book }),
      createPacer({ ...time, maxInFlight: 32, book }),
    ].flatMap((pacer) =>
      Array.from({ length: 20 }, async () => {
        using _turn = await pacer.wait({ lane: 'lane', fairKey: 'ada', rate, signal: never })
        started.push(time.clock.monotonic())
      }),
    )
    await time.run()
    await Promise.all(calls)
    expect(started).toEqual(Array.from({ length: 40 }, (_, at) => at * 100))
    expect(Math.max(...counts)).toBe(5)
  })

  it.each([70, 250])('books no more time than it needs if every timer is %i ms late', async (lateMs) => {
    const time = createFakeTime()
    const after: typeof time.after = (ms, callback) => time.after(ms + lateMs, callback)
    let last = 0
    const book: BookStarts = async (_, { min_interval_ms }, count) =>
      Array.from({ length: count }, () => {
        last = Math.max(time.clock.monotonic(), last) + min_interval_ms
        return last - time.clock.monotonic()
      })
    const pacer = createPacer({ ...time, after, maxInFlight: 32, book })
    let started = 0
    const calls = times(20, { per_second: 10, min_interval_ms: 100 }).map(async (rate) => {
      using _turn = await pacer.wait({ lane: 'lane', fairKey: 'ada', rate, signal: never })
      started += 1
    })
    await time.run(500)
    expect(started).toBe(20)
    expect(time.clock.monotonic()).toBeLessThanOrEqual(20 * (100 + lateMs))
    await Promise.all(calls)
  })

  it.each([
    ['5 s late is used', 5_000, 1],
    ['later is booked again', 5_001, 2],
  ])('the last booked start that is %s', async (_, lateMs, most) => {
    const time = createFakeTime()
    let isLate = true
    const after: typeof time.after = (ms, callback) => {
      const late = isLate ? lateMs : 0
      isLate = false
      return time.after(ms + late, callback)
    }
    let booked = 0
    const book: BookStarts = async (_lane, _rate, count) => {
      booked += count
      return Array.from({ length: count }, () => 100)
    }
    const pacer = createPacer({ ...time, after, maxInFlight: 32, book })
    const rate = { per_second: 10, min_interval_ms: 0 }
    const call = pacer.wait({ lane: 'lane', fairKey: 'ada', rate, signal: never })
    await time.run(10)
    await call
    expect(booked).toBe(most)
  })

  it('begins every call although every timer is a minute late', async () => {
    const time = createFakeTime()
    const after: typeof time.after = (ms, callback) => time.after(ms + 60_000, callback)
    let bookings = 0
    const book: BookStarts = async (_lane, _rate, count) => {
      bookings += 1
      return Array.from({ length: count }, (_, at) => 100 * (at + 1))
    }
    const pacer = createPacer({ ...time, after, maxInFlight: 32, book })
    const wait = { lane: 'lane', fairKey: 'ada', rate: { per_second: 10, min_interval_ms: 100 }, signal: never }
    let started = 0
    const calls = times(3, wait.rate).map(async () => {
      using _turn = await pacer.wait(wait)
      started += 1
    })
    await time.run(20)
    expect(started).toBe(3)
    // Each call leaves one booking out at most.
    expect(bookings).toBeLessThanOrEqual(2 * 3)
    await Promise.all(calls)
  })

  it('uses a booked start that is late by one interval at most, unless it is the last one', async () => {
    const time = createFakeTime()
    const lates = [0, 1_000]
    const after: typeof time.after = (ms, callback) => time.after(ms + (lates.shift() ?? 0), callback)
    const counts: number[] = []
    const book: BookStarts = async (_lane, _rate, count) => {
      counts.push(count)
      return Array.from({ length: count }, (_, at) => 100 * (at + 1))
    }
    const pacer = createPacer({ ...time, after, maxInFlight: 32, book })
    const wait = { lane: 'lane', fairKey: 'ada', rate: { per_second: 10, min_interval_ms: 100 }, signal: never }
    // The first call books for itself alone; the others wait for its booking.
    const calls = times(4, wait.rate).map(() => pacer.wait(wait))
    await time.run()
    await Promise.all(calls)
    // Two of the three are too late and are booked again.
    expect(counts).toEqual([1, 3, 2])
  })

  it.each([
    { per_second: 5, min_interval_ms: 100 },
    { per_second: 10, min_interval_ms: 50 },
  ])('books once at a time, and again for a call with another rate: %j', async (other) => {
    const time = createFakeTime()
    const asked: Rate[] = []
    const booked = Promise.withResolvers<readonly number[]>()
    const book: BookStarts = (_, rate) => {
      asked.push(rate)
      return asked.length === 1 ? booked.promise : Promise.resolve([0])
    }
    const pacer = createPacer({ ...time, maxInFlight: 32, book })
    const call = (rate: Rate) => pacer.wait({ lane: 'lane', fairKey: 'ada', rate, signal: never })
    const rate = { per_second: 10, min_interval_ms: 100 }
    const calls = [call(rate), call(rate)]
    await time.run()
    expect(asked).toEqual([rate])
    calls.push(call(other))
    booked.resolve([0, 0, 0, 0])
    await time.run()
    await Promise.all(calls)
    expect(asked).toEqual([rate, other])
  })

  it('books only the lane that other processes know, and lets a guest without a rate start at once', async () => {
    const time = createFakeTime()
    const lanes: string[] = []
    const book: BookStarts = async (lane) => {
      lanes.push(lane)
      return [0]
    }
    const pacer = createPacer({ ...time, maxInFlight: 32, book })
    const guest = { lane: 'lane', fairKey: 'guest', isShare: true, signal: never }
    const calls = [pacer.wait({ ...guest, rate: { per_second: 10, min_interval_ms: 0 } })]
    await time.run()
    calls.push(pacer.wait({ ...guest, lane: 'other lane', rate: undefined }))
    await time.run()
    await Promise.all(calls)
    expect(lanes).toEqual(['lane'])
  })

  it('keeps a booked start for a call with a rate', async () => {
    const time = createFakeTime()
    const counts: number[] = []
    const book: BookStarts = async (_lane, _rate, count) => {
      counts.push(count)
      return Array.from({ length: count }, () => 0)
    }
    const pacer = createPacer({ ...time, maxInFlight: 32, book })
    const wait = { lane: 'lane', fairKey: 'ada', signal: never }
    const rate = { per_second: 10, min_interval_ms: 0 }
    for (const rates of [[rate, rate, undefined, rate], [rate]]) {
      const calls = rates.map((rate) => pacer.wait({ ...wait, rate }))
      await time.run()
      await Promise.all(calls)
    }
    // The second booking counts the call without a rate, and leaves its start to the last call.
    expect(counts).toEqual([1, 3])
  })

  it('forgets idle lanes once there are 1,000, and no others', async () => {
    const { time, call, started } = setUp()
    const rate = { per_second: 1, min_interval_ms: 0 }
    const held = Promise.withResolvers<void>()
    const slow = { per_second: 0.5, min_interval_ms: 0 }
    const first = [call('idle', rate, { lane: 'idle' }), call('busy', slow, { lane: 'busy', ended: held.promise })]
    for (let at = 2; at < 1_000; at += 1) await call(`${at}`, undefined, { lane: `lane ${at}` })
    const waits = call('idle again', rate, { lane: 'idle' })
    await time.run()
    await waits
    expect(started.at(-1)).toEqual({ name: 'idle again', at: 1_000 })
    await call('one more', undefined, { lane: 'one more' })
    const others = [call('forgotten', rate, { lane: 'idle' }), call('kept', slow, { lane: 'busy' })]
    held.resolve()
    await time.run()
    await Promise.all([...first, ...others])
    expect(started.slice(-2)).toEqual([
      { name: 'forgotten', at: 1_000 },
      { name: 'kept', at: 2_000 },
    ])
  })

  it('keeps the rate for itself while no starts can be booked', async () => {
    const time = createFakeTime()
    const pacer = createPacer({ ...time, maxInFlight: 32, book: () => Promise.reject(new Error('no database')) })
    const started: number[] = []
    const calls = times(3, { per_second: 10, min_interval_ms: 100 }).map(async (rate) => {
      using _turn = await pacer.wait({ lane: 'lane', fairKey: 'ada', rate, signal: never })
      started.push(time.clock.monotonic())
    })
    await time.run()
    await Promise.all(calls)
    expect(started).toEqual([0, 100, 200])
  })
})
