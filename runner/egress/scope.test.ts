import { expect, it } from 'vitest'
import { openScope, untilAborted } from './scope.ts'

/** A timer that fires only on command. */
function timer() {
  const asked: { ms: number; callback: () => void; isCancelled: boolean }[] = []
  const after = (ms: number, callback: () => void) => {
    const one = { ms, callback, isCancelled: false }
    asked.push(one)
    return () => {
      one.isCancelled = true
    }
  }
  return { asked, after }
}

it('ends by the first of its time, its execution and its session, and keeps that reason', () => {
  const { asked, after } = timer()
  const ends = new AbortController()
  const byTime = openScope([ends.signal], 20, after)
  expect([byTime.why(), byTime.signal.aborted, asked[0]?.ms]).toEqual([undefined, false, 20])
  asked[0]?.callback()
  ends.abort()
  expect([byTime.why(), byTime.signal.aborted]).toEqual(['timeout', true])
  const other = new AbortController()
  const byOther = openScope([new AbortController().signal, other.signal], 20, after)
  other.abort()
  asked[1]?.callback()
  expect(byOther.why()).toBe('aborted')
})

it('has ended already without time, and if its execution has', () => {
  const { after } = timer()
  expect(openScope([], 0, after).why()).toBe('timeout')
  expect(openScope([], -1, after).why()).toBe('timeout')
  expect(openScope([], 1, after).why()).toBeUndefined()
  expect(openScope([AbortSignal.abort()], 0, after).why()).toBe('aborted')
})

it('listens to nothing after it was closed', () => {
  const { asked, after } = timer()
  const ends = new AbortController()
  const scope = openScope([ends.signal], 20, after)
  scope.close()
  ends.abort()
  expect([scope.why(), asked[0]?.isCancelled]).toEqual([undefined, true])
})

it('waits for a promise until the signal aborts', async () => {
  const never = new Promise<string>(() => {})
  expect(await untilAborted(never, AbortSignal.abort())).toBeUndefined()
  const ends = new AbortController()
  const waiting = untilAborted(never, ends.signal)
  ends.abort()
  expect(await waiting).toBeUndefined()
  expect(await untilAborted(Promise.resolve('value'), new AbortController().signal)).toBe('value')
  await expect(untilAborted(Promise.reject(new Error('no')), new AbortController().signal)).rejects.toThrow('no')
})
