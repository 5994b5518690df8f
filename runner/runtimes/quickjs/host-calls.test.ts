import { beforeAll, expect, test, vi } from 'vitest'
import { skillOf } from '../conformance/harness.ts'
import { executorInThread, testEngine } from './testing/in-thread.ts'

vi.setConfig({ testTimeout: 60_000 })

let module: WebAssembly.Module
beforeAll(async () => {
  module = await testEngine()
})

const pairs = (count: number) => `Array.from({ length: ${count} }, () => ['', ''])`

test.each([
  ['plain data', (count: number) => pairs(count)],
  ['what only the guest can write', (count: number) => `Object.assign(${pairs(count)}, { more: 1 })`],
])('arguments of a host call have as many values as any takes, and no more: %s', (_, pairsOf) => {
  const asks = (count: number) => {
    const said = executorInThread(module).run(1, skillOf(`() => time.offset(${pairsOf(count)})`))
    return said?.type === 'ended' ? said.end : said
  }
  expect(asks(5000)).toMatchObject({ type: 'waiting', calls: [{ op: 'time.offset' }] })
  expect(asks(12_000)).toMatchObject({ kind: 'failed', code: 'SKILL_CRASHED', detail: expect.stringMatching('values') })
})

test.each([
  ['plain data', (count: number) => `Array(${count}).fill(0)`],
  ['holes', (count: number) => `Array(${count}).fill(undefined)`],
  ['what repeats itself', (count: number) => `((part) => Array(${count} / 100).fill(part))(Array(99).fill(0))`],
  ['what only the guest can write', (count: number) => `Array(${count}).fill({ toJSON: () => 0 })`],
])('an answer has 200,000 values at most, and is ended beyond: %s', (_, listOf) => {
  const answers = (count: number) => {
    const said = executorInThread(module).run(1, skillOf(`() => ${listOf(count)}`), { outputBytes: 2_000_000 })
    return said?.type === 'ended' ? said.end : said
  }
  expect(answers(199_000)).toMatchObject({ kind: 'returned' })
  expect(answers(201_000)).toMatchObject({ kind: 'failed', code: 'OUTPUT_TOO_LARGE' })
})
