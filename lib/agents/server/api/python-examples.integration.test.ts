import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostAnswer } from '#runner/contract/host-seam.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { patient } from '#runner/runtimes/container/testing/engine.ts'
import { executionOf, fakeHost, type RecordedCall, testLimits } from '#runner/runtimes/testing/conformance/harness.ts'
import { loadScript } from '#runner/script/script.ts'
import type { OpenPython } from '../scripts/testing/embedded-python.ts'
import { pythonPlaces } from '../scripts/testing/python-runtimes.ts'
import { exampleScripts } from './example-scripts.ts'

const grant = ScriptGrant.parse({ language: 'python', permissions: { llm: true } })
const host = 'api.example.com'
const answered = {
  value: { results: [{ result: { status: 200, characters: expect.any(Number) } }] },
  lines: [`${host} answered with 200`],
}
const listed = {
  value: { results: [{ result: { settings: ['API_KEY', 'OTHER'] } }] },
  lines: ['settings: API_KEY, OTHER'],
}
const profiles = [
  { names: { host, key: 'API_KEY' }, first: answered },
  { names: { host }, first: answered },
  { names: { key: 'API_KEY' }, first: listed },
  { names: {}, first: listed },
]
const summary = { value: { results: [{ result: { total: 358, summary: 'a summary' } }] }, lines: [] }

for (const place of pythonPlaces) {
  describe(`the examples in Python ${place.name}`, place.needs, () => {
    let python: OpenPython
    beforeAll(async () => {
      python = await place.open()
    })
    afterAll(() => python?.[Symbol.asyncDispose]())

    async function run(text: string) {
      const loaded = loadScript({ text, grant })
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.details))
      const calls: RecordedCall[] = []
      const outcome = await python.runtime.run(
        executionOf(loaded.skill, {
          limits: patient({ ...testLimits, memoryMb: 64 }),
          calls,
          answer: (op, args): HostAnswer =>
            op === 'llm.complete' ? { kind: 'value', value: 'a summary' } : fakeHost(op, args),
        }),
      )
      if (outcome.kind !== 'returned') throw new Error(JSON.stringify(outcome))
      const lines = calls.flatMap(({ op, args }) => (op === 'console.log' ? [String(Object(args).text)] : []))
      return { value: outcome.value, lines }
    }

    // The profile decides only which lines the first example has. One place runs all of them.
    test.each(place.isEverywhere ? profiles : profiles.slice(0, 1))(
      'run unchanged, with the same answers, for a profile with $names',
      async ({ names, first }) => {
        const examples = exampleScripts(['python'], names)
        expect(examples).toHaveLength(2)
        const [request, question] = examples
        expect(question?.code).toBe(exampleScripts(['python'], {})[1]?.code)
        expect(await run(request?.code ?? '')).toEqual(first)
        if (names === profiles[0]?.names) expect(await run(question?.code ?? '')).toEqual(summary)
      },
    )
  })
}
