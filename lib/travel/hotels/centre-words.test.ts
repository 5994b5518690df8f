import { expect, test } from 'vitest'
import { centreText } from './centre-words.ts'
import { AREA_NAME } from './hotel-form.ts'

test('distances name their starting point, which for a map area is its middle', () => {
  expect(centreText({ PAR: 'Paris' })).toBe('the centre')
  expect(centreText({ [AREA_NAME]: 'Kyoto' })).toBe('Kyoto')
  expect(centreText({ [AREA_NAME]: 'Map area near Paris' })).toBe('the middle of the map area')
})
