import type { Texts } from '#lib/platform/model/texts.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { formatDistance } from '../distance.ts'
import type { PlaceNames } from '../place-names.ts'
import { AREA_NAME, IS_MAP_AREA } from './hotel-form.ts'

/**
 * The starting point of a list's distances: a city's centre, a town or sight by its name, or the middle of a searched
 * map.
 */
export function centreText(names: PlaceNames, t: Texts<'hotels'>): string {
  if (names[IS_MAP_AREA] !== undefined) return t('middleOfMap')
  return names[AREA_NAME] ?? t('theCentre')
}

/** "1.2 km from the center". False if the distance is unknown. */
export const fromCentre = (
  { distance_km: km }: Pick<HotelResult, 'distance_km'>,
  names: PlaceNames,
  locale: string,
  t: Texts<'hotels'>,
): string | false =>
  km !== undefined && t('distanceFromPlace', { distance: formatDistance(km, locale), place: centreText(names, t) })
