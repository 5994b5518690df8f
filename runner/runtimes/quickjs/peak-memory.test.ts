import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Runtime } from '../runtime.ts'
import { executionOf, skillOf } from '../testing/conformance/harness.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { silentLog } from './testing/silent-log.ts'

const mb = 1024 * 1024
let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
})
afterAll(() => runtime[Symbol.asyncDispose]())

const peakOf = async (expression: string): Promise<number> => {
  const { peakMemoryBytes } = await runtime.run(executionOf(skillOf(expression)))
  if (peakMemoryBytes === undefined) throw new Error('The runtime reported no peak')
  return peakMemoryBytes
}
const holding = (megabytes: number) => `() => new Uint8Array(${megabytes * mb}).length`

test('reports the largest memory that a skill held, even after it freed the memory', async () => {
  const small = await peakOf('() => 1')
  const large = await peakOf(holding(3))
  expect(large - small).toBeGreaterThanOrEqual(3 * mb)
  expect(large - small).toBeLessThan(4 * mb)
  const letGo = await peakOf(`async () => { (${holding(3)})(); await time.offset([]); return 1 }`)
  expect(letGo).toBeGreaterThanOrEqual(large)
})

test('reports the same for the same execution, whatever ran before it in the worker', async () => {
  const first = await peakOf('() => 1')
  await peakOf(holding(4))
  expect(await peakOf('() => 1')).toBe(first)
})

test('reports the memory of a skill that ended at its memory limit', async () => {
  const outcome = await runtime.run(
    executionOf(skillOf(`() => { const all = []; for (;;) all.push(new Uint8Array(${mb})) }`)),
  )
  expect(outcome).toMatchObject({ kind: 'failed', code: 'OUT_OF_MEMORY' })
  expect(outcome.peakMemoryBytes).toBeGreaterThan(2 * mb)
})
