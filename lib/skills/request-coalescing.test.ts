import { describe, expect, test } from 'vitest'
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
  const all = [1, 2, 3].map(() => requests.join('a', 'ana', open(), job.start))
  job.resolve('done')
  expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
  expect(job.seen).toHaveLength(1)
})

test('runs work again for another key, or after the first run has ended', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  job.resolve('done')
  await requests.join('a', 'ana', open(), job.start)
  await requests.join('b', 'ana', open(), job.start)
  await requests.join('a', 'ana', open(), job.start)
  expect(job.seen).toHaveLength(3)
})

test('a caller that aborts does not affect the others', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const leaver = new AbortController()
  const left = requests.join('a', 'ana', leaver.signal, job.start)
  const stayed = requests.join('a', 'ana', open(), job.start)
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
  const both = [requests.join('a', 'ana', one.signal, job.start), requests.join('a', 'ana', two.signal, job.start)]
  one.abort(new Error('gone'))
  two.abort(new Error('gone'))
  expect((await Promise.allSettled(both)).map((result) => result.status)).toEqual(['rejected', 'rejected'])
  expect(job.seen[0]?.aborted).toBe(true)
  const next = requests.join('a', 'ana', open(), job.start)
  expect(job.seen).toHaveLength(2)
  job.resolve('done')
  expect(await next).toBe('done')
})

test('reports a failure to all callers and does not cache it', async () => {
  const requests = createRequestCoalescing<string>()
  const job = work()
  const both = [requests.join('a', 'ana', open(), job.start), requests.join('a', 'ana', open(), job.start)]
  job.reject(new Error('broken'))
  expect((await Promise.allSettled(both)).map((result) => result.status)).toEqual(['rejected', 'rejected'])
  const fine = work()
  fine.resolve('done')
  expect(await requests.join('a', 'ana', open(), fine.start)).toBe('done')
})

describe('work that other work of its line delays', () => {
  test('is not shared with other lines, which run it themselves and share that', async () => {
    const requests = createRequestCoalescing<string>()
    const flood = work()
    const own = work()
    const flooding = ['a', 'b', 'c'].map((key) => requests.join(key, 'flood', open(), flood.start))
    const others = ['ben', 'ben', 'cleo'].map((line) => requests.join('b', line, open(), own.start))
    expect(own.seen).toHaveLength(1)
    own.resolve('done')
    expect(await Promise.all(others)).toEqual(['done', 'done', 'done'])
    flood.resolve('late')
    expect(await Promise.all(flooding)).toEqual(['late', 'late', 'late'])
  })

  test('is shared within its line', async () => {
    const requests = createRequestCoalescing<string>()
    const job = work()
    const all = ['a', 'b', 'a'].map((key) => requests.join(key, 'flood', open(), job.start))
    expect(job.seen).toHaveLength(2)
    job.resolve('done')
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done'])
  })

  test('is shared again once the other work has ended', async () => {
    const requests = createRequestCoalescing<string>()
    const [ended, lasting] = [work(), work()]
    const both = [requests.join('a', 'ana', open(), ended.start), requests.join('b', 'ana', open(), lasting.start)]
    ended.reject(new Error('broken'))
    await expect(both[0]).rejects.toThrow('broken')
    const joined = requests.join('b', 'ben', open(), lasting.start)
    expect(lasting.seen).toHaveLength(1)
    lasting.resolve('done')
    expect(await Promise.all([both[1], joined])).toEqual(['done', 'done'])
  })
})
