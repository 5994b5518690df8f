import { describe, expect } from 'vitest'
import type { HostAnswer } from '../../../contract/host-seam.ts'
import type { RuntimeOutcome } from '../../runtime.ts'
import { fakeHost, lastingPartOf, type RecordedCall, returnedBy, testLimits } from './harness.ts'
import { promptArgs } from './model-calls.ts'
import type { Suite, Texts } from './suite.ts'

const asks = (pauses: number): Texts => ({
  javascript: `async () => {
    const answers = [Math.random()]
    for (let pause = 0; pause < ${pauses}; pause += 1) {
      const before = await (await fetch('https://api.example.com/' + pause)).json()
      answers.push(before.asked.url, await llm.complete('what of ' + pause), Math.random())
    }
    return { results: answers }
  }`,
  python: `import httpx, random
answers = [random.random()]
for pause in range(${pauses}):
    before = httpx.get(f'https://api.example.com/{pause}').json()
    answers += [before['asked']['url'], llm.complete(f'what of {pause}'), random.random()]
set_result({'results': answers})`,
})

const waits: Texts = {
  javascript: `async () => ({ results: [await llm.predict('a')] })`,
  python: `set_result({'results': [llm.predict('a')]})`,
}
const settings: Texts = {
  javascript: `async () => ({ results: [await settings.keys(), await settings.get('API_KEY')] })`,
  python: `set_result({'results': [settings.keys(), settings.get('API_KEY')]})`,
}

/** A runtime releases an execution that waits for an external answer, and reruns it with the same result. */
export function suspendedExecutions({ language, run, say, traits }: Suite): void {
  const { hasOwnProcess, suspensions: pauses } = traits
  /** Reruns a skill with these external answers. Further calls for external answers suspend. */
  async function leg(text: string, answers: readonly string[]) {
    const calls: RecordedCall[] = []
    let asked = 0
    const outcome = await run(text, {
      calls,
      limits: { ...testLimits, hostCalls: 3 * pauses },
      answer: (op, args): HostAnswer => {
        if (op !== 'llm.complete' && op !== 'llm.predict') return fakeHost(op, args)
        const value = answers[asked++]
        return value === undefined ? { kind: 'suspend' } : { kind: 'value', value }
      },
    })
    return { outcome, calls }
  }

  describe('an execution that waits for an external answer', () => {
    say(`has the same result after ${pauses} suspensions as an uninterrupted execution`, asks(pauses), async (text) => {
      const answers: string[] = []
      let last: { outcome: RuntimeOutcome; calls: RecordedCall[] } = await leg(text, answers)
      while (last.outcome.kind === 'suspended' && answers.length <= pauses) {
        // The skill repeats its requests up to the suspended call, and makes none after that call.
        expect(last.calls).toHaveLength(2 * answers.length + 2)
        expect(last.calls.at(-1)?.args).toEqual(promptArgs(language, `what of ${answers.length}`))
        answers.push(`answer ${answers.length}`)
        last = await leg(text, answers)
      }
      expect(answers).toHaveLength(pauses)
      const atOnce = await leg(text, answers)
      expect(last.calls).toEqual(atOnce.calls)
      expect(lastingPartOf(last.outcome)).toEqual(lastingPartOf(atOnce.outcome))
      expect(returnedBy(last.outcome)).toMatchObject({ results: expect.arrayContaining(answers) })
    })

    if (hasOwnProcess) return

    const others: Texts = {
      javascript: `async () => {
        const text = llm.complete('a')
        const [one] = await Promise.all([fetch('https://api.example.com/1'), fetch('https://api.example.com/2')])
        await fetch('https://api.example.com/' + one.status)
        return { results: [await text] }
      }`,
    }
    say('suspends only after its other calls are answered and it has used those answers', others, async (text) => {
      const { outcome, calls } = await leg(text, [])
      expect(outcome.kind).toBe('suspended')
      expect(calls.map(({ op }) => op)).toEqual(['llm.complete', 'fetch', 'fetch', 'fetch'])
    })

    say('waits for a prediction that the caller must answer', waits, async (text) => {
      const { outcome, calls } = await leg(text, [])
      expect(outcome.kind).toBe('suspended')
      const done = await leg(text, ['b'])
      expect(returnedBy(done.outcome)).toEqual({ results: ['b'] })
      expect(done.calls).toEqual(calls)
    })

    const races: Texts = {
      javascript: `async () => {
        const first = await Promise.race([llm.complete('a'), fetch('https://api.example.com/1').then(() => 'b')])
        return { results: [first] }
      }`,
    }
    say('finishes without the external answer when another call wins a race against it', races, async (text) => {
      const { outcome } = await leg(text, [])
      expect(returnedBy(outcome)).toEqual({ results: ['b'] })
    })
  })

  if (hasOwnProcess) return
  say('settings are available by name', settings, async (text) => {
    const { outcome } = await leg(text, [])
    expect(returnedBy(outcome)).toEqual({ results: [['API_KEY', 'OTHER'], 'value of API_KEY'] })
  })
}
