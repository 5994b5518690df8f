import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withFairKey } from '../../../queue/fair-key.ts'
import { buildInTurns } from './build-in-turns.ts'

const never = new AbortController().signal

test('the image of a caller waits for at most one build of another, who wants 300', async () => {
  const built: string[] = []
  const build = buildInTurns(
    (name: string) => name,
    async (name) => {
      built.push(name)
      await setImmediate()
    },
  )
  const flood = Array.from({ length: 300 }, (_, n) => withFairKey('a', () => build(`a${n}`, never)))
  await Promise.all([...flood, withFairKey('b', () => build('b', never))])
  expect(built).toHaveLength(301)
  expect(built.indexOf('b')).toBeLessThanOrEqual(1)
})

test('an image that is being built is not built again, and a failure reaches everybody who waits for it', async () => {
  const ended = Promise.withResolvers<void>()
  let builds = 0
  const build = buildInTurns(
    (name: string) => name,
    () => {
      builds += 1
      return ended.promise
    },
  )
  const waiting = Promise.allSettled(['a', 'b', 'a'].map((key) => withFairKey(key, () => build('same', never))))
  await setImmediate()
  ended.reject(new Error('no disk'))
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(builds).toBe(1)
})

test('a caller that leaves while it waits for its turn gets no build', async () => {
  const first = Promise.withResolvers<void>()
  const built: string[] = []
  const build = buildInTurns(
    (name: string) => name,
    (name) => {
      built.push(name)
      return first.promise
    },
  )
  const leaving = new AbortController()
  const one = withFairKey('a', () => build('one', never))
  const two = withFairKey('a', () => build('two', leaving.signal))
  leaving.abort(new Error('left'))
  await expect(two).rejects.toThrow('left')
  first.resolve()
  await one
  expect(built).toEqual(['one'])
})
