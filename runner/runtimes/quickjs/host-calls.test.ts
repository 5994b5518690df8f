import { beforeAll, expect, test } from 'vitest'
import { skillOf } from '../testing/conformance/harness.ts'
import { executorInThread, testEngine } from './testing/in-thread.ts'

let module: WebAssembly.Module
beforeAll(async () => {
  module = await testEngine()
})

const pairs = (count: number) => `Array.from({ length: ${count} }, () => ['', ''])`

test.each([
  ['plain data', (count: number) => pairs(count)],
  ['data that only the guest can serialize', (count: number) => `Object.assign(${pairs(count)}, { more: 1 })`],
])('limits the number of values in host call arguments: %s', (_, pairsOf) => {
  const asks = (count: number) => {
    const said = executorInThread(module).run(1, skillOf(`() => time.offset(${pairsOf(count)})`))
    return said?.type === 'ended' ? said.end : said
  }
  expect(asks(5000)).toMatchObject({ type: 'waiting', calls: [{ op: 'time.offset' }] })
  expect(asks(12_000)).toMatchObject({ kind: 'failed', code: 'SKILL_CRASHED', detail: expect.stringMatching('values') })
})

test.each([
  ['plain data', (count: number) => `Array(${count}).fill(0)`],
  ['undefined elements', (count: number) => `Array(${count}).fill(undefined)`],
  ['a repeated part', (count: number) => `((part) => Array(${count} / 100).fill(part))(Array(99).fill(0))`],
  ['data that only the guest can serialize', (count: number) => `Array(${count}).fill({ toJSON: () => 0 })`],
])('ends an execution whose answer has more than 200,000 values: %s', (_, listOf) => {
  const answers = (count: number) => {
    const said = executorInThread(module).run(1, skillOf(`() => ${listOf(count)}`), { outputBytes: 2_000_000 })
    return said?.type === 'ended' ? said.end : said
  }
  expect(answers(199_000)).toMatchObject({ kind: 'returned' })
  expect(answers(201_000)).toMatchObject({ kind: 'failed', code: 'OUTPUT_TOO_LARGE' })
})
