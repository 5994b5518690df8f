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

test('runs identical concurrent work once and returns its result to all callers', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const all = [1, 2, 3].map(() => requests.join('a', open(), job.start))
  job.resolve('done')
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
  expect(job.seen).toHaveLength(1)
})

test('runs work again for another key, or after the first run has ended', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  job.resolve('done')
  await requests.join('a', open(), job.start)
  await requests.join('b', open(), job.start)
  await requests.join('a', open(), job.start)
  expect(job.seen).toHaveLength(3)
})

test('a caller that aborts does not affect the others', async () => {
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

test('aborts the work when the last caller aborts, and the next caller starts it again', async () => {
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

test('reports a failure to all callers and does not cache it', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const both = [requests.join('a', open(), job.start), requests.join('a', open(), job.start)]
  job.reject(new Error('broken'))
  expect((await Promise.allSettled(both)).map((result) => result.status)).toEqual(['rejected', 'rejected'])
  const fine = work()
  fine.resolve('done')
  expect(await requests.join('a', open(), fine.start)).toBe('done')
})
