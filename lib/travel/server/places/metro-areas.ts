import areas from './names/metro-areas.json' with { type: 'json' }

/**
 * Metropolitan areas with an IATA location code. If an airport has the same code, the code means the whole area, as it
 * does for providers. `airports` are in order of traffic. A `wide` area joins cities that travelers distinguish, so it
 * ranks below the airports of the requested city.
 */
export interface MetroArea {
  code: string
  city: string
  country: string
  airports: readonly string[]
  wide?: boolean
}

export const metroAreas: readonly MetroArea[] = areas

/** The city that travelers mean by an airport of an area. Without wide areas: their airports are in several cities. */
export const cityOfArea: ReadonlyMap<string, string> = new Map(
  metroAreas.filter((area) => !area.wide).flatMap((area) => area.airports.map((code) => [code, area.city])),
)
