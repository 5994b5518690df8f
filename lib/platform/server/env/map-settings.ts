import { resolve } from 'node:path'
import { isReadable } from './llm-settings.ts'
import type { Given, Variables } from './variables.ts'

/** Where the vector tiles of hotel maps are: a PMTiles file, or the address of each tile on another server. */
export type MapSettings =
  | { readonly kind: 'file'; readonly path: string; readonly attribution: string | undefined }
  | { readonly kind: 'server'; readonly url: string; readonly origin: string; readonly attribution: string }

const isAddress = (text: string): boolean => /^https?:/i.test(text)
const placeholders = ['{z}', '{x}', '{y}']

/** One sentence for each problem with the tiles of maps. */
export function mapProblems(given: Given): string[] {
  const { TRAVEL_MAP_TILES: tiles, TRAVEL_MAP_ATTRIBUTION: attribution } = given
  if (tiles === undefined) {
    return attribution === undefined ? [] : ['TRAVEL_MAP_TILES is missing, but TRAVEL_MAP_ATTRIBUTION is set.']
  }
  if (!isAddress(tiles)) return []
  return [
    ...(!URL.canParse(tiles) || isReadable(tiles) || placeholders.some((one) => !tiles.includes(one))
      ? ['TRAVEL_MAP_TILES is invalid: use https, or a server on this machine, with {z}, {x} and {y} in the address.']
      : []),
    ...(attribution === undefined
      ? ['TRAVEL_MAP_ATTRIBUTION is missing: pages must name the source of the tiles of another server.']
      : []),
  ]
}

/** From variables without problems. Undefined: maps are drawn from the data of packages. */
export function mapOf(values: Variables, projectRoot: string): MapSettings | undefined {
  const { TRAVEL_MAP_TILES: tiles, TRAVEL_MAP_ATTRIBUTION: attribution } = values
  if (tiles === undefined) return undefined
  if (!isAddress(tiles)) return { kind: 'file', path: resolve(projectRoot, tiles), attribution }
  return { kind: 'server', url: tiles, origin: new URL(tiles).origin, attribution: attribution ?? '' }
}
