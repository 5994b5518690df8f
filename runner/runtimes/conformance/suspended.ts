import { describe, expect, test } from 'vitest'
import type { HostAnswer, Runtime, RuntimeOutcome } from '../runtime.ts'
import { executionOf, fakeHost, type RecordedCall, returnedBy, skillOf, testLimits } from './harness.ts'

const pauses = 20
const asks = `async () => {
  const answers = [Math.random()]
  for (let pause = 0; pause < ${pauses}; pause += 1) {
    const before = await (await fetch('https://api.example.com/' + pause)).json()
    answers.push(before.asked.url, await llm.complete('what of ' + pause), Math.random())
  }
  return { results: answers }
}`

/** An execution that waits for an answer from outside is let go, and comes to the same when it has one. */
export function suspendedExecutions(runtime: () => Runtime): void {
  /** Runs a skill once more, with these answers from outside; the calls beyond them wait. */
  async function leg(expression: string, answers: readonly string[]) {
    const calls: RecordedCall[] = []
    let asked = 0
    const outcome = await runtime().run(
      executionOf(skillOf(expression), {
        calls,
        limits: { ...testLimits, hostCalls: 3 * pauses },
        answer: (op, args): HostAnswer => {
          if (op !== 'llm.complete') return fakeHost(op, args)
          const value = answers[asked++]
          return value === undefined ? { kind: 'suspend' } : { kind: 'value', value }
        },
      }),
    )
    return { outcome, calls }
  }

  describe('an execution that waits for an answer from outside', () => {
    test(`that does so ${pauses} times comes to what it would have come to at once`, async () => {
      const answers: string[] = []
      let last: { outcome: RuntimeOutcome; calls: RecordedCall[] } = await leg(asks, answers)
      while (last.outcome.kind === 'suspended' && answers.length <= pauses) {
        // Up to the call that waits it asked for the same as ever, and for nothing after it.
        expect(last.calls).toHaveLength(2 * answers.length + 2)
        expect(last.calls.at(-1)?.args).toEqual({ prompt: `what of ${answers.length}` })
        answers.push(`answer ${answers.length}`)
        last = await leg(asks, answers)
      }
      expect(answers).toHaveLength(pauses)
      const atOnce = await leg(asks, answers)
      expect(last).toEqual(atOnce)
      expect(returnedBy(last.outcome)).toMatchObject({ results: expect.arrayContaining(answers) })
    })

    test('is let go when all else that it asked for is answered, and has worked with that', async () => {
      const { outcome, calls } = await leg(
        `async () => {
          const text = llm.complete('a')
          const [one] = await Promise.all([fetch('https://api.example.com/1'), fetch('https://api.example.com/2')])
          await fetch('https://api.example.com/' + one.status)
          return { results: [await text] }
        }`,
        [],
      )
      expect(outcome.kind).toBe('suspended')
      expect(calls.map(({ op }) => op)).toEqual(['llm.complete', 'fetch', 'fetch', 'fetch'])
    })

    test('ends as it chooses when it needs no answer any more', async () => {
      const { outcome } = await leg(
        `async () => {
          const first = await Promise.race([llm.complete('a'), fetch('https://api.example.com/1').then(() => 'b')])
          return { results: [first] }
        }`,
        [],
      )
      expect(returnedBy(outcome)).toEqual({ results: ['b'] })
    })
  })

  test('settings are given by name', async () => {
    const { outcome } = await leg(
      `async () => ({ results: [await settings.keys(), await settings.get('API_KEY')] })`,
      [],
    )
    expect(returnedBy(outcome)).toEqual({ results: [['API_KEY', 'OTHER'], 'value of API_KEY'] })
  })
}
