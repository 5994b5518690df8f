import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { need } from '../../../scripts/testing/needs.ts'
import { executionOf, testLimits } from '../testing/conformance/harness.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { burnCorpus } from './testing/burn-corpus.ts'
import { burnOnNode, otherNode } from './testing/burn-on-node.ts'
import { corpusAnswer, fuelCorpus } from './testing/fuel-corpus.ts'
import { seedOf, testEngine } from './testing/in-thread.ts'
import { silentLog } from './testing/silent-log.ts'

/** Recorded once; every other version of Node and every other machine must use the same fuel. */
const recorded: unknown = JSON.parse(readFileSync(new URL('testing/fuel-corpus.json', import.meta.url), 'utf8'))

/** npm runs on the machine's Node, the tests on the Node that the project pins. */
const other = await otherNode(process.env.npm_node_execpath)

let module: WebAssembly.Module
beforeAll(async () => {
  module = await testEngine()
})

describe('the fuel of two hundred inputs', () => {
  test('matches the recording', async () => {
    expect(fuelCorpus).toHaveLength(200)
    const burnt = burnCorpus(module, fuelCorpus, { instances: 1, side: 1 })
    const named = Object.fromEntries(fuelCorpus.map(({ name }, at) => [name, burnt[at]]))
    // `vitest run -u` records it again.
    await expect(`${JSON.stringify(named, null, 2)}\n`).toMatchFileSnapshot('testing/fuel-corpus.json')
  })

  test('does not depend on order, instance or interleaving', () => {
    const once = burnCorpus(module, fuelCorpus, { instances: 2, side: 7 })
    const backwards = burnCorpus(module, fuelCorpus.toReversed(), { instances: 3, side: 40 })
    expect(backwards.toReversed()).toEqual(once)
    expect(once).toEqual(Object.values(Object(recorded)))
  })

  test('is the same in concurrent worker threads', async () => {
    await using runtime = await createQuickJsRuntime({
      projectRoot: process.cwd(),
      log: silentLog,
      workers: 2,
      instancesPerWorker: 2,
    })
    const outcomes = await Promise.all(
      fuelCorpus.map(({ skill, n }) =>
        runtime.run(
          executionOf(skill, {
            params: { n },
            seed: seedOf(n),
            nowMs: Date.UTC(2026, 2, 15),
            secrets: { API_KEY: 'placeholder' },
            limits: { ...testLimits, hostCalls: 32, outputKb: 1024 },
            answer: (op) => {
              const { json, body } = corpusAnswer(op, n)
              return { kind: 'value', value: JSON.parse(json), ...(body ? { body } : {}) }
            },
          }),
        ),
      ),
    )
    expect(outcomes.map(({ fuelUsed }) => fuelUsed)).toEqual(Object.values(Object(recorded)))
  })

  const needsOther = need(other !== undefined, 'another version of Node', 'run npm test with one, say Node 20')
  test(`is the same on another Node: ${other?.version ?? 'npm runs on this one'}`, needsOther, async () => {
    expect(await burnOnNode(other?.path ?? '')).toEqual(Object.values(Object(recorded)))
  })
})
