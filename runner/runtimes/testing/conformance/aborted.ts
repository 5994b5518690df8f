import { describe, expect } from 'vitest'
import { type RecordedCall, testLimits } from './harness.ts'
import type { Suite, Texts } from './suite.ts'

const one: Texts = { javascript: '() => 1', python: 'set_result(1)' }

/** An execution ends when its caller disconnects or its deadline passes, whatever it is doing. */
export function abortedExecutions({ language, run, say, traits }: Suite): void {
  describe('an aborted execution', () => {
    const waits: Texts = {
      javascript: `async () => { try { await fetch('https://api.example.com/') } catch { return 1 } }`,
      python: `import httpx\ntry: httpx.get('https://api.example.com/')\nexcept BaseException: set_result(1)`,
    }
    say('ends with the code of the abort reason while it waits for a host call', waits, async (text) => {
      const controller = new AbortController()
      const outcome = await run(text, {
        signal: controller.signal,
        answer: () => {
          controller.abort({ code: 'TIMEOUT' })
          return new Promise(() => {})
        },
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'TIMEOUT' })
    })

    // A process ends in the same way, whatever it does.
    if (traits.hasOwnProcess) return

    const computes: Texts = {
      javascript: 'async () => { await time.offset([]); for (;;); }',
      python: 'settings.keys()\nwhile True: pass',
    }
    say('ends while it computes, and the next execution runs', computes, async (text) => {
      const controller = new AbortController()
      const outcome = await run(text, {
        limits: { ...testLimits, fuel: 1_000_000 },
        signal: controller.signal,
        answer: () => {
          setImmediate(() => controller.abort())
          return { kind: 'value', value: [] }
        },
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'CANCELLED' })
      expect(await run(one[language] ?? '')).toMatchObject({ kind: 'returned', value: 1 })
    })

    const starts: Texts = { javascript: `() => console.log('started')`, python: `print('started')` }
    say('does not start when it was already aborted', starts, async (text) => {
      const calls: RecordedCall[] = []
      const outcome = await run(text, {
        signal: AbortSignal.abort({ code: 'CANCELLED' }),
        calls,
      })
      expect(outcome).toMatchObject({ kind: 'failed', code: 'CANCELLED', fuelUsed: 0 })
      expect(calls).toEqual([])
    })
  })
}
