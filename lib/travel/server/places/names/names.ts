import { type Language, languages } from '#lib/platform/model/languages.ts'
import aliases from './aliases.json' with { type: 'json' }
import cities from './cities.json' with { type: 'json' }
import sightsOfTravelers from './sights.json' with { type: 'json' }
import aliasesOfTowns from './town-aliases.json' with { type: 'json' }

/**
 * What a city is called in a language, by the code of its area or airport. Without a name, the English one; without that,
 * the name in the data. No package has these names: CLDR names countries, and cities only as examples of a time zone.
 */
const cityNames: Readonly<Record<string, { readonly [L in Language]?: string }>> = cities

/**
 * Other names by which travelers find a city, by the code of the airport or area that they mean: islands, regions, other
 * spellings and former names.
 */
export const aliasesByCode: Readonly<Record<string, readonly string[]>> = aliases

/** Aliases of towns in the gazetteer, by "name, country": native scripts, other languages, former names. */
export const townAliases: Readonly<Record<string, readonly string[]>> = aliasesOfTowns

/** A sight or quarter that the gazetteer's data lacks but travelers stay near. */
type Sight = {
  readonly name: string
  readonly country: string
  readonly lat: number
  readonly lon: number
  readonly aliases: readonly string[]
}
export const sights: readonly Sight[] = sightsOfTravelers

/** The codes with a name of their own in any language. */
export const namedCodes: readonly string[] = Object.keys(cities)

/** A city's name in a language, by the code of its area or airport; `undefined` if the name in the data is right. */
export const localName = (code: string, language: Language): string | undefined =>
  cityNames[code]?.[language] ?? cityNames[code]?.en

/** The names in all languages, by which travelers find the city. */
export const localNames = (code: string): readonly string[] => languages.flatMap((one) => localName(code, one) ?? [])
