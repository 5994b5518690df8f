import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { createAskApart } from './ask-apart.ts'
import { withFairKey } from './fair-key.ts'

const echo = `process.send('ready'); process.on('message', (message) => process.send(message))`

test('answers a caller after at most one more request of another, who fills only a share of the queue', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'travel-apart-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const processPath = join(folder, 'echo.cjs')
  await writeFile(processPath, echo)
  const options = { processPath, deadlineMs: 60_000, heapMb: 64, idleMs: 60_000, maxWaiting: 32 }
  await using apart = createAskApart<string, string>({ ...options, answer: z.string() })
  const answered: string[] = []
  const ask = (key: string) =>
    withFairKey(key, async () => {
      const given = await apart.ask(key)
      if (given.ok) answered.push(given.answer)
      return given.ok
    })
  const flood = Array.from({ length: 300 }, () => ask('a'))
  expect(await ask('b')).toBe(true)
  expect(answered.indexOf('b')).toBeLessThanOrEqual(2)
  // The current one, and three quarters of the queue.
  expect((await Promise.all(flood)).filter((isAnswered) => isAnswered)).toHaveLength(25)
})
