import cities from './names/city-by-airport.json' with { type: 'json' }
import closed from './names/closed-codes.json' with { type: 'json' }
import facts from './names/right-facts.json' with { type: 'json' }

/**
 * City names that travelers use for an airport whose data names the municipality around the runways. Members of a
 * metropolitan area take the area's name.
 */
export const cityByAirport: Readonly<Record<string, string>> = cities

/** Codes that airlines no longer use, with the codes of today. */
export const closedCodes: Readonly<Record<string, string>> = closed

/** The facts of an airport that a package has wrong, with their right values. Of names, both packages. */
interface RightFacts {
  readonly airport?: string
  readonly country_code?: string
  readonly latitude?: number
  readonly longitude?: number
  readonly runway_length?: number
  readonly time?: string
  readonly type?: string
}

/** A test compares every airport with its position, by an independent source of zones and countries. */
export const rightFacts: Readonly<Record<string, RightFacts>> = facts

/** Rows that mix two airports: the code of one, the place of another. */
export const mixedRows: ReadonlySet<string> = new Set(['MZS', 'PHH', 'QFI', 'QFX', 'TKM'])

/**
 * Zones that keep the time of another one, by a law that Node's zone rules do not have yet. All of the Northwest
 * Territories keep the time of Alberta.
 */
export const joinedZones: Readonly<Record<string, string>> = { 'America/Inuvik': 'America/Edmonton' }
