import { describe, expect, test } from 'vitest'
import type { Runtime, RuntimeOutcome } from '../../runtime.ts'
import { executionOf, type RecordedCall, skillOf, type TestExecution, testLimits } from './harness.ts'

/** An execution ends when its caller disconnects or its deadline passes, whatever it is doing. */
export function abortedExecutions(runtime: () => Runtime): void {
  const run = (expression: string, test?: TestExecution): Promise<RuntimeOutcome> =>
    runtime().run(executionOf(skillOf(expression), test))

  describe('an aborted execution', () => {
    test('ends with the code of the abort reason while it waits for a host call', async () => {
      const controller = new AbortController()
      const outcome = await run(`async () => { try { await fetch('https://api.example.com/') } catch { return 1 } }`, {
        signal: controller.signal,
        answer: () => {
          controller.abort({ code: 'TIMEOUT' })
          return new Promise(() => {})
        },
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
    })

    test('ends while it computes, and the next execution runs', async () => {
      const controller = new AbortController()
      const outcome = await run(`async () => { await time.offset([]); for (;;); }`, {
        limits: { ...testLimits, fuel: 1_000_000 },
        signal: controller.signal,
        answer: () => {
          setImmediate(() => controller.abort())
          return { kind: 'value', value: [] }
        },
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'CANCELLED' })
      expect(await run('() => 1')).toMatchObject({ kind: 'returned', value: 1 })
    })

    test('does not start when it was already aborted', async () => {
      const calls: RecordedCall[] = []
      const outcome = await run(`() => console.log('started')`, {
        signal: AbortSignal.abort({ code: 'CANCELLED' }),
        calls,
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'CANCELLED', fuelUsed: 0 })
      expect(calls).toEqual([])
    })
  })
}
