import { expect, test } from 'vitest'
import { executionOf, skillOf } from '../testing/conformance/harness.ts'
import type { Job } from './job.ts'
import type { HostCallMessage } from './messages.ts'
import type { Pool } from './pool.ts'
import { runGuest } from './run-guest.ts'

/** A guest whose worker the test simulates. */
function guestOf() {
  const jobs: Job[] = []
  const asked: number[] = []
  const pool: Pool = {
    start: ({ message, ...callbacks }) => {
      const numbered = { ...message, type: 'run', execution: 1, reportsTurns: false } as const
      const job: Job = { ...callbacks, message: numbered, canRunAgain: true, isSuspect: false }
      jobs.push(job)
      return job
    },
    answer: () => {},
    drop: () => {},
    close: async () => {},
  }
  const execution = executionOf(skillOf('() => 1'))
  const outcome = runGuest(pool, '', {
    ...execution,
    host: {
      call: async (_op, _args, fuelLeft) => {
        asked.push(fuelLeft)
        return { kind: 'value', value: null }
      },
    },
  })
  const [job] = jobs
  if (!job) throw new Error('The job was not started')
  return { job, asked, outcome }
}

/** Host calls numbered from 1. `fuelLeft` of each is its number, so that the host of the test can tell them apart. */
const callsOf = (count: number, text: string): HostCallMessage[] =>
  Array.from({ length: count }, (_, n) => ({
    call: n + 1,
    op: 'fetch',
    args: JSON.stringify({ url: text }),
    fuelLeft: n + 1,
  }))

test('passes short host calls on at once and in order', () => {
  const { job, asked } = guestOf()
  job.calls(callsOf(3, 'short'), 0, 0)
  expect(asked).toEqual([1, 2, 3])
})

test('yields to other work between host calls with long arguments, and delays the end until all are answered', async () => {
  const { job, asked, outcome } = guestOf()
  job.calls(callsOf(3, 'x'.repeat(100_000)), 5, 1024)
  job.calls(callsOf(1, 'short'), 5, 4096)
  job.ended({ kind: 'returned', json: '1' })
  expect(asked).toEqual([1])
  expect(await outcome).toMatchObject({ kind: 'returned', value: 1, peakMemoryBytes: 4096 })
  expect(asked).toEqual([1, 2, 3, 1])
})
