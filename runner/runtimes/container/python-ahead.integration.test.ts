import { describe, expect, test, vi } from 'vitest'
import { ScriptGrant } from '../../contract/script.ts'
import { loadScript } from '../../script/script.ts'
import { executionOf, testLimits } from '../testing/conformance/harness.ts'
import { createSkillImages } from './create-skill-images.ts'
import { engineAddress } from './testing/engine.ts'
import { needsEngine } from './testing/needs-engine.ts'
import { patient } from './testing/patient.ts'
import { startPrograms } from './testing/programs.ts'

const grant = ScriptGrant.parse({ language: 'python', permissions: {} })

/** The random number among a script's results. */
const randomIn = (value: unknown): unknown => Object(value).results[0].result[1]

describe('needs a Docker engine', needsEngine, () => {
  test('a waiting container runs any script with the same hosts, with that script’s own clock and seed', async () => {
    await using programs = await startPrograms({
      preStartMb: 512,
      loadImages: (signal) =>
        createSkillImages({ projectDir: process.cwd(), operatorBase: undefined, engine: engineAddress, signal }),
    })
    const run = (text: string, more: object) => {
      const loaded = loadScript({ text, grant })
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.details))
      return programs.runtime.run(
        executionOf(loaded.skill, { limits: patient({ ...testLimits, memoryMb: 64 }), ...more }),
      )
    }
    const first = 'import random, time\nset_result([time.time(), random.random(), settings.get("API_KEY")])'
    const second = `import httpx\n${first}\nhttpx.get("https://api.example.com/")`
    // A first run, with another clock and another seed.
    const cold = await run(first, {})
    if (cold.kind !== 'returned') throw new Error(JSON.stringify(cold))

    const seed = '01'.repeat(16)
    const results: unknown[] = []
    for (const text of [first, second]) {
      await vi.waitUntil(async () => (await programs.runtime.ready()) > 0, { timeout: 60_000, interval: 20 })
      const waiting = await programs.containers()
      const outcome = await run(text, { seed, nowMs: 86_400_000 })
      results.push(outcome.kind === 'returned' ? outcome.value : outcome)
      // One of the waiting containers ran the script, and is gone.
      await vi.waitUntil(
        async () => {
          const left = await programs.containers()
          return waiting.some((one) => !left.includes(one))
        },
        { timeout: 60_000 },
      )
    }
    expect(results[0]).toEqual({ results: [{ result: [86_400, expect.any(Number), 'value of API_KEY'] }] })
    expect(results[1]).toEqual(results[0])
    expect(randomIn(results[0])).not.toBe(randomIn(cold.value))
  })
})
