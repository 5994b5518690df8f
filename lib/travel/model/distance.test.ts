import { describe, expect, test } from 'vitest'
import { formatDistance, kmBetween } from './distance.ts'

describe('distances', () => {
  test.each([
    [0, '0\u00a0m'],
    [0.084, '80\u00a0m'],
    [0.994, '990\u00a0m'],
    [0.996, '1.0\u00a0km'],
    [1.34, '1.3\u00a0km'],
    [9.97, '10\u00a0km'],
    [12.6, '13\u00a0km'],
  ])('%d km is %s', (km, text) => {
    expect(formatDistance(km)).toBe(text)
  })

  test('follow the great circle, even across the date line', () => {
    expect(kmBetween({ lat: 48.8566, lon: 2.3522 }, { lat: 51.5074, lon: -0.1278 })).toBeCloseTo(343.6, 0)
    expect(kmBetween({ lat: 0, lon: 179.9 }, { lat: 0, lon: -179.9 })).toBeCloseTo(22.2, 1)
  })
})
