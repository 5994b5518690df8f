import type { PlaceNames } from '../place-names.ts'
import { AREA_NAME, MAP_AREA } from './hotel-form.ts'

/**
 * The starting point of a list's distances: a city's centre, a town or sight by its name, or the middle of a searched
 * map.
 */
export function centreText(names: PlaceNames): string {
  const area = names[AREA_NAME]
  if (area === undefined) return 'the centre'
  return area.startsWith(MAP_AREA) ? 'the middle of the map area' : area
}
