import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { centreText } from './centre-words.ts'
import { AREA_NAME, IS_MAP_AREA } from './hotel-form.ts'

const t = english('hotels')

test('distances name their starting point, which for a map area is its middle', () => {
  expect(centreText({ PAR: 'Paris' }, t)).toBe('the center')
  expect(centreText({ [AREA_NAME]: 'Kyoto' }, t)).toBe('Kyoto')
  expect(centreText({ [AREA_NAME]: 'Map area near Paris', [IS_MAP_AREA]: 'Map area' }, t)).toBe(
    'the middle of the map area',
  )
})
