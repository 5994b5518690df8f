import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostAnswer } from '#runner/contract/host-seam.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { createSkillImages } from '#runner/runtimes/container/create-skill-images.ts'
import { engineAddress } from '#runner/runtimes/container/testing/engine.ts'
import { needsEngine } from '#runner/runtimes/container/testing/needs-engine.ts'
import { patient } from '#runner/runtimes/container/testing/patient.ts'
import { type Programs, startPrograms } from '#runner/runtimes/container/testing/programs.ts'
import { executionOf, fakeHost, testLimits } from '#runner/runtimes/testing/conformance/harness.ts'
import { loadScript } from '#runner/script/script.ts'
import { exampleScripts } from './example-scripts.ts'

describe('needs a Docker engine', needsEngine, () => {
  let programs: Programs
  beforeAll(async () => {
    programs = await startPrograms({
      loadImages: (signal) =>
        createSkillImages({ projectDir: process.cwd(), operatorBase: undefined, engine: engineAddress, signal }),
    })
    expect(await programs.runtime.status()).toMatchObject({ kind: 'on' })
  })
  afterAll(() => programs?.[Symbol.asyncDispose]())

  const grant = ScriptGrant.parse({ language: 'python', permissions: { llm: true } })
  const profiles = [{ host: 'api.example.com', key: 'API_KEY' }, { host: 'api.example.com' }, { key: 'API_KEY' }, {}]

  test.each(profiles)('the examples in Python run unchanged for a profile with %j', async (names) => {
    const examples = exampleScripts(['python'], names)
    expect(examples).toHaveLength(2)
    for (const { code: text } of examples) {
      const loaded = loadScript({ text, grant })
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.details))
      const outcome = await programs.runtime.run(
        executionOf(loaded.skill, {
          limits: patient({ ...testLimits, memoryMb: 64 }),
          answer: (op, args): HostAnswer =>
            op === 'llm.complete' ? { kind: 'value', value: 'a summary' } : fakeHost(op, args),
        }),
      )
      expect(outcome).toMatchObject({ kind: 'returned', value: { results: [{ result: expect.any(Object) }] } })
    }
  })
})
