import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Exchange } from './exchange.ts'
import { createPacer } from './pacer.ts'
import { createSharedAnswers, type SharedAnswer } from './shared-answers.ts'
import { createFakeTime } from './testing/fake-time.ts'

const rate = { per_second: 10, min_interval_ms: 100 }
const never = new AbortController().signal
const answerWith = (text: string, status = 200): Exchange => {
  return { kind: 'response', status, headers: [], body: Buffer.from(text) }
}

type Asking = { readonly signal?: AbortSignal; readonly maxBytes?: number; readonly answer?: Exchange }

/** Executions of several people that ask one provider, ten times a second. */
function setUp({ latencyMs = 0 } = {}) {
  const time = createFakeTime()
  const pacer = createPacer({ ...time, maxInFlight: 1000 })
  const shared = createSharedAnswers(time.clock)
  const sent: string[] = []
  const after = (ms: number) => new Promise<void>((resolve) => void time.after(ms, resolve))
  return {
    time,
    sent,
    ask(person: string, key: string, { signal = never, maxBytes = 1000, answer = answerWith(key) }: Asking = {}) {
      return shared.get({
        key,
        keptMs: 60_000,
        maxBytes,
        signal,
        turn: (ended) => pacer.wait({ lane: 'lane', fairKey: person, rate, signal: ended }),
        send: async () => {
          sent.push(`${person} ${key}`)
          await Promise.race([after(latencyMs), new Promise((resolve) => signal.addEventListener('abort', resolve))])
          return signal.aborted ? { kind: 'failed', reason: 'network', message: 'aborted' } : answer
        },
      })
    },
  }
}

const textOf = (answer: SharedAnswer | undefined) =>
  answer?.exchange.kind === 'response' ? Buffer.from(answer.exchange.body).toString() : answer?.exchange.kind

it('sends a request once for all that ask the same at once, and for a minute after it', async () => {
  const { time, ask, sent } = setUp({ latencyMs: 1 })
  const asking = ['ada', 'bob', 'carl'].map((person) => ask(person, 'a'))
  await time.run()
  expect((await Promise.all(asking)).map(textOf)).toEqual(['a', 'a', 'a'])
  expect(textOf(await ask('dora', 'a'))).toBe('a')
  expect(sent).toEqual(['ada a'])
  time.after(60_001, () => {})
  await time.run()
  const later = ask('dora', 'a')
  await time.run()
  expect([textOf(await later), sent]).toEqual(['a', ['ada a', 'dora a']])
})

it('says when the provider gave the answer, and gives each its own bytes', async () => {
  const { time, ask } = setUp()
  const first = ask('ada', 'a')
  await time.run()
  const [own, kept] = [await first, await ask('bob', 'a')]
  expect(kept?.atMs).toBe(own?.atMs)
  if (own?.exchange.kind !== 'response' || kept?.exchange.kind !== 'response') throw new Error('no answer')
  own.exchange.body.fill(0)
  kept.exchange.body.fill(0)
  expect(textOf(await ask('carl', 'a'))).toBe('a')
})

it('never makes a search wait for a request that another person has waiting behind a flood', async () => {
  const { time, ask, sent } = setUp()
  const flood = Array.from({ length: 300 }, (_, at) => ask('flooder', `${at}`))
  const other = ask('ada', '299')
  await time.run()
  expect(textOf(await other)).toBe('299')
  await Promise.all(flood)
  expect(sent.slice(0, 3)).toEqual(['flooder 0', 'flooder 1', 'ada 299'])
  expect(sent).toHaveLength(300)
})

it('answers many searches of one place with the requests of one, which all of them share in turns', async () => {
  const people = fc.uniqueArray(fc.constantFrom('ada', 'bob', 'carl', 'dora'), { minLength: 2 })
  await fc.assert(
    fc.asyncProperty(people, fc.nat(300), fc.integer({ min: 1, max: 20 }), async (all, latencyMs, batches) => {
      const { time, ask, sent } = setUp({ latencyMs })
      const asking = all.flatMap((person) => Array.from({ length: batches }, (_, at) => ask(person, `${at}`)))
      await time.run()
      await Promise.all(asking)
      expect(sent.map((line) => line.split(' ')[1]).toSorted()).toEqual(
        Array.from({ length: batches }, (_, at) => `${at}`).toSorted(),
      )
      expect(time.clock.now()).toBeLessThanOrEqual((batches - 1) * rate.min_interval_ms + latencyMs)
    }),
    { numRuns: 50 },
  )
})

it.each([
  ['fails', { answer: answerWith('wrong', 500) }],
  ['is larger than the other takes', { answer: answerWith('x'.repeat(2000)) }],
])('sends the request again if that of the other %s', async (_, options) => {
  const { time, ask, sent } = setUp({ latencyMs: 500 })
  const [first, second] = [ask('ada', 'a', options), ask('bob', 'a')]
  await time.run()
  expect([textOf(await second), sent]).toEqual(['a', ['ada a', 'bob a']])
  await first
})

it('sends the request again if the other leaves, and waits no longer if the caller leaves', async () => {
  const { time, ask, sent } = setUp({ latencyMs: 500 })
  const [left, right] = [new AbortController(), new AbortController()]
  const first = ask('ada', 'a', { signal: left.signal })
  const [second, third] = [ask('bob', 'a'), ask('carl', 'a', { signal: right.signal })]
  await setImmediate()
  right.abort()
  expect(await third).toBeUndefined()
  left.abort()
  await time.run()
  expect([textOf(await first), textOf(await second), sent]).toEqual(['failed', 'a', ['ada a', 'bob a']])
})
