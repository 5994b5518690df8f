import type { PlaceNames } from '../place-names.ts'
import type { Texts } from '../texts.ts'
import { AREA_NAME, IS_MAP_AREA } from './hotel-form.ts'

/**
 * The starting point of a list's distances: a city's centre, a town or sight by its name, or the middle of a searched
 * map.
 */
export function centreText(names: PlaceNames, t: Texts<'hotels'>): string {
  if (names[IS_MAP_AREA] !== undefined) return t('middleOfMap')
  return names[AREA_NAME] ?? t('theCentre')
}
