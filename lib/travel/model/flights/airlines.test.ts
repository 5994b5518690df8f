import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTexts } from '#lib/platform/model/texts.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { compiledTexts } from '#lib/platform/server/i18n/messages-of.ts'
import { asArray, asRecord } from '#runner/sdk/read-json.ts'
import { needs, referenceData } from '../../../../scripts/testing/needs.ts'
import { airlineSite } from './airline-sites.ts'
import { allianceOf } from './alliances.ts'
import { makeFlight, viaNewark } from './testing-flights.ts'
import { airlineName, carrierNames } from './words.ts'

const folder = referenceData ?? ''
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** The test airline of a provider, which exists nowhere else. */
const invented = ['6X']

function recordedFiles(): string[] {
  return ['amadeus/examples', 'duffel/examples'].flatMap((name) =>
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => join(folder, name, file)),
  )
}

/** The codes of marketing, operating and selling airlines anywhere in a recorded answer. */
function carriersIn(value: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const each of asArray(value)) carriersIn(each, found)
  const record = asRecord(value)
  if (record === undefined || Array.isArray(value)) return found
  const { carrierCode, owner, marketing_carrier, operating_carrier } = record
  const codes = [owner, marketing_carrier, operating_carrier].map((one) => asRecord(one)?.iata_code)
  for (const code of [carrierCode, ...codes]) if (typeof code === 'string') found.add(code)
  for (const each of Object.values(record)) carriersIn(each, found)
  return found
}

describe('compared with the second source of airlines', needs.referenceData, () => {
  const known = () => asRecord(readJson(join(folder, 'airports/airlines.json'))) ?? {}

  test('every airline of the recorded offers has a name, except the test airline of a provider', () => {
    const recorded = new Set<string>()
    for (const file of recordedFiles()) carriersIn(readJson(file), recorded)
    expect(recorded.size).toBeGreaterThan(5)
    const names = known()
    expect([...recorded].filter((code) => names[code] === undefined)).toEqual(invented)
  })

  test('every code with a site or an alliance is that of an airline', () => {
    const names = known()
    const signs = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
    const listed = signs.flatMap((one) =>
      signs.map((other) => one + other).filter((code) => airlineSite(code) ?? allianceOf(code)),
    )
    expect(listed.length).toBeGreaterThan(50)
    expect(listed.filter((code) => names[code] === undefined)).toEqual([])
  })
})

describe('an airline that the provider does not name', () => {
  const t = english('flights')

  test.each([
    [{ code: 'XY', name: 'XY' }, 'XY (unknown airline)'],
    [{ code: 'XY', name: '' }, 'XY (unknown airline)'],
    [{ code: 'KL', name: 'KLM' }, 'KLM'],
    [{ code: '', name: 'SKYWEST' }, 'Skywest'],
  ])('is shown as its code, and no name is invented: %j', (carrier, shown) => {
    expect(airlineName(carrier, t)).toBe(shown)
  })

  test('is named so in the row of its flight, in each language', () => {
    const carrier = { code: 'XY', name: 'XY' }
    const segments = viaNewark.segments.map((segment) => ({ ...segment, carrier }))
    const flight = makeFlight('a', { legs: [{ ...viaNewark, segments }] })
    for (const language of ['en', 'de', 'es', 'nl', 'ja'] as const) {
      const texts = createTexts<'flights'>(compiledTexts(language, ['flights']).flights, language)
      expect(carrierNames(flight, texts)).toMatch(/^XY.*[(（].+[)）]$/)
    }
  })
})
