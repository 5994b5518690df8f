import { expect, it } from 'vitest'
import type { Decider } from '../core/lacks.ts'
import { faultOfLacks } from './explain-lacks.ts'

it.each<[string, 'caller' | 'operator', Decider[][]]>([
  ['the caller', 'caller', [['tier'], ['approval', 'source']]],
  ['the operator', 'operator', [['tier'], ['approval']]],
  ['the operator', 'operator', []],
])('a refusal is the fault of %s', (_, fault, all) => {
  expect(faultOfLacks(all.map((by) => ({ permission: 'llm', item: '', by })))).toBe(fault)
})
