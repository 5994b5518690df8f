import { expect, test } from 'vitest'
import { wheelFactor } from './use-map-view.ts'

test('scrolling up zooms in and scrolling down zooms out, in lines or pixels', () => {
  expect(wheelFactor({ deltaY: -100, deltaMode: 0, ctrlKey: false })).toBeGreaterThan(1)
  expect(wheelFactor({ deltaY: 100, deltaMode: 0, ctrlKey: false })).toBeLessThan(1)
  const line = wheelFactor({ deltaY: -3, deltaMode: 1, ctrlKey: false })
  expect(line).toBeCloseTo(wheelFactor({ deltaY: -48, deltaMode: 0, ctrlKey: false }))
})

test('bounds the zoom of one wheel event, however fast the wheel turns', () => {
  expect(wheelFactor({ deltaY: -10_000, deltaMode: 0, ctrlKey: false })).toBeLessThan(3)
  expect(wheelFactor({ deltaY: 10_000, deltaMode: 0, ctrlKey: false })).toBeGreaterThan(1 / 3)
})
