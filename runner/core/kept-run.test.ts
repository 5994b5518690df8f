import { expect, it, vi } from 'vitest'
import { keptRun, keptRunIn } from './kept-run.ts'

it('gives all callers the same run, also after it ended', async () => {
  const start = vi.fn(async () => 'made')
  const run = keptRun(start)
  expect(await Promise.all([run(), run()])).toEqual(['made', 'made'])
  expect(await run()).toBe('made')
  expect(start).toHaveBeenCalledTimes(1)
})

it('starts another run after one that failed', async () => {
  const start = vi.fn(async () => 'made').mockRejectedValueOnce(new Error('not yet'))
  const run = keptRun(start)
  const both = await Promise.allSettled([run(), run()])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await run()).toBe('made')
  expect(start).toHaveBeenCalledTimes(2)
})

it('keeps a run for each key', async () => {
  const runs = new Map<string, Promise<string>>()
  const of = (key: string) => keptRunIn(runs, key, async () => `${key} made`)
  expect(await Promise.all([of('a'), of('b'), of('a')])).toEqual(['a made', 'b made', 'a made'])
  expect([...runs.keys()]).toEqual(['a', 'b'])
})
