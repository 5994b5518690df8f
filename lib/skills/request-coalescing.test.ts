import { expect, test } from 'vitest'
import { createRequestCoalescing } from './request-coalescing.ts'

function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const seen: AbortSignal[] = []
  const start = (signal: AbortSignal) => {
    seen.push(signal)
    return promise
  }
  return { start, resolve, reject, seen }
}
const open = () => new AbortController().signal

test('identical work at one moment runs once, and all get its result', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const all = [1, 2, 3].map(() => requests.join('a', open(), job.start))
  job.resolve('done')
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
  expect(job.seen).toHaveLength(1)
})

test('work with another key, or after the end, runs anew', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  job.resolve('done')
  await requests.join('a', open(), job.start)
  await requests.join('b', open(), job.start)
  await requests.join('a', open(), job.start)
  expect(job.seen).toHaveLength(3)
})

test('one who leaves does not disturb the others', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const leaver = new AbortController()
  const left = requests.join('a', leaver.signal, job.start)
  const stayed = requests.join('a', open(), job.start)
  leaver.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  expect(job.seen[0]?.aborted).toBe(false)
  job.resolve('done')
  expect(await stayed).toBe('done')
})

test('the work is aborted when the last one left, and the next who asks starts anew', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const [one, two] = [new AbortController(), new AbortController()]
  const both = [requests.join('a', one.signal, job.start), requests.join('a', two.signal, job.start)]
  one.abort(new Error('gone'))
  two.abort(new Error('gone'))
  expect((await Promise.allSettled(both)).map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(job.seen[0]?.aborted).toBe(true)
  const next = requests.join('a', open(), job.start)
  expect(job.seen).toHaveLength(2)
  job.resolve('done')
  expect(await next).toBe('done')
})

test('a failure reaches everyone and is not kept', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const both = [requests.join('a', open(), job.start), requests.join('a', open(), job.start)]
  job.reject(new Error('broken'))
  expect((await Promise.allSettled(both)).map((result) => result.status)).toEqual(['rejected', 'rejected'])
  const fine = work()
  fine.resolve('done')
  expect(await requests.join('a', open(), fine.start)).toBe('done')
})
