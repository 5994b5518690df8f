import { expect, test } from 'vitest'
import { drawSeries } from './draw-series.ts'

const figures = { executions: 1, failed: 0, p50_ms: 10, p95_ms: 20 }
const lastNameOf = (profiles: number) => {
  const owners = Array.from({ length: profiles }, (_, at) => ({ owner: `prof_${at}`, ...figures }))
  return drawSeries([0], [], owners).series.at(-1)?.name
}

test('names the number of the other profiles, also of a single one', () => {
  expect(lastNameOf(5)).toBe('prof_4')
  expect(lastNameOf(6)).toBe('1 other profile')
  expect(lastNameOf(7)).toBe('2 other profiles')
})

test('gives no number of other profiles if stored counts add some up', () => {
  const stored = [{ owner: '*', ...figures }]
  const { series } = drawSeries([0], [{ owner: '*', bucket: 0, executions: 1, failed: 0 }], stored)
  expect(series).toMatchObject([
    { kind: 'searches', executions: 0 },
    { kind: 'others', name: 'Other profiles' },
  ])
})
