import { describe, expect, test } from 'vitest'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { Runtime, RuntimeOutcome } from '../../runtime.ts'
import { executionOf, fakeHost, lastingPartOf, type RecordedCall, returnedBy, skillOf, testLimits } from './harness.ts'
import type { Traits } from './traits.ts'

const asks = (pauses: number) => `async () => {
  const answers = [Math.random()]
  for (let pause = 0; pause < ${pauses}; pause += 1) {
    const before = await (await fetch('https://api.example.com/' + pause)).json()
    answers.push(before.asked.url, await llm.complete('what of ' + pause), Math.random())
  }
  return { results: answers }
}`

/** A runtime releases an execution that waits for an external answer, and reruns it with the same result. */
export function suspendedExecutions(runtime: () => Runtime, { suspensions: pauses }: Traits): void {
  /** Reruns a skill with these external answers. Further calls for external answers suspend. */
  async function leg(expression: string, answers: readonly string[]) {
    const calls: RecordedCall[] = []
    let asked = 0
    const outcome = await runtime().run(
      executionOf(skillOf(expression), {
        calls,
        limits: { ...testLimits, hostCalls: 3 * pauses },
        answer: (op, args): HostAnswer => {
          if (op !== 'llm.complete' && op !== 'llm.predict') return fakeHost(op, args)
          const value = answers[asked++]
          return value === undefined ? { kind: 'suspend' } : { kind: 'value', value }
        },
      }),
    )
    return { outcome, calls }
  }

  describe('an execution that waits for an external answer', () => {
    test(`has the same result after ${pauses} suspensions as an uninterrupted execution`, async () => {
      const answers: string[] = []
      let last: { outcome: RuntimeOutcome; calls: RecordedCall[] } = await leg(asks(pauses), answers)
      while (last.outcome.kind === 'suspended' && answers.length <= pauses) {
        // The skill repeats its requests up to the suspended call, and makes none after that call.
        expect(last.calls).toHaveLength(2 * answers.length + 2)
        expect(last.calls.at(-1)?.args).toEqual({ prompt: `what of ${answers.length}` })
        answers.push(`answer ${answers.length}`)
        last = await leg(asks(pauses), answers)
      }
      expect(answers).toHaveLength(pauses)
      const atOnce = await leg(asks(pauses), answers)
      expect(last.calls).toEqual(atOnce.calls)
      expect(lastingPartOf(last.outcome)).toEqual(lastingPartOf(atOnce.outcome))
      expect(returnedBy(last.outcome)).toMatchObject({ results: expect.arrayContaining(answers) })
    })

    test('suspends only after its other calls are answered and it has used those answers', async () => {
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

    test('waits for a prediction that the caller must answer', async () => {
      const { outcome, calls } = await leg(`async () => ({ results: [await llm.predict('a')] })`, [])
      expect(outcome.kind).toBe('suspended')
      const done = await leg(`async () => ({ results: [await llm.predict('a')] })`, ['b'])
      expect(returnedBy(done.outcome)).toEqual({ results: ['b'] })
      expect(done.calls).toEqual(calls)
    })

    test('finishes without the external answer when another call wins a race against it', async () => {
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

  test('settings are available by name', async () => {
    const { outcome } = await leg(
      `async () => ({ results: [await settings.keys(), await settings.get('API_KEY')] })`,
      [],
    )
    expect(returnedBy(outcome)).toEqual({ results: [['API_KEY', 'OTHER'], 'value of API_KEY'] })
  })
}
