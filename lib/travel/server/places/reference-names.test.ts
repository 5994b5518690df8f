import currencyData from 'cldr-core/supplemental/currencyData.json' with { type: 'json' }
import territoryInfo from 'cldr-core/supplemental/territoryInfo.json' with { type: 'json' }
import { describe, expect, test } from 'vitest'
import { languages } from '#lib/platform/model/languages.ts'
import { minorDigits } from '../../model/money.ts'
import { offsetMinutesAtInstant } from '../../model/zoned-time.ts'
import { closedCodes } from './corrections.ts'
import { aliasesByCode, namedCodes } from './names/names.ts'
import { createPlaces } from './places.ts'

// Compares our tables with second sources. docs/reference-data.md says what to check by hand each year.

const places = createPlaces()

describe('the cities after which time zones are named', () => {
  const days = ['2027-01-15', '2027-07-15'].map((day) => Date.parse(`${day}T12:00:00Z`))
  const offsetsOf = (zone: string) => days.map((day) => offsetMinutesAtInstant(zone, day)).join(' ')
  /** Cities without an airliner airport, and names that another place has too. */
  const others: Readonly<Record<string, string>> = {
    'America/Dawson_Creek': 'no airport with scheduled flights in the data',
    'America/Eirunepe': 'no airport with scheduled flights in the data',
    'America/Menominee': 'no airport with scheduled flights in the data',
    'America/Scoresbysund': 'no airport with scheduled flights in the data',
    'Antarctica/Palmer': 'a station in Antarctica',
    'Asia/Hovd': 'the data write it Khovd',
    'Asia/Urumqi': 'its airport keeps the time of Beijing',
    'Australia/Lindeman': 'no airport with scheduled flights in the data',
    'Pacific/Gambier': 'Mount Gambier in Australia is larger',
    'Pacific/Norfolk': 'Norfolk in Virginia is larger',
  }
  const known = new Set(places.airportCodes.map((code) => places.zoneOf(code)))
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => known.has(zone) && zone.includes('/'))

  test('lead to airports with the time of the zone', () => {
    const wrong = zones.filter((zone) => {
      const [found] = places.search((zone.split('/').at(-1) ?? '').replaceAll('_', ' '), 1)
      const own = found && places.zoneOf(found.code)
      return own === undefined || offsetsOf(own) !== offsetsOf(zone)
    })
    expect(wrong.filter((zone) => !(zone in others))).toEqual([])
    expect(zones.length).toBeGreaterThan(300)
  })
})

test('the country of every airport is one that CLDR knows and names in each language', () => {
  const territories = new Set(Object.keys(territoryInfo.supplemental.territoryInfo))
  const names = languages.map((language) => new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }))
  const wrong = places.airportCodes.filter((code) => {
    const country = places.airport(code)?.countryCode ?? ''
    return !territories.has(country) || names.some((one) => one.of(country) === undefined)
  })
  expect(wrong).toEqual([])
})

test('every currency has the decimals of CLDR, so that stored amounts keep their meaning with another Node', () => {
  const fractions: Readonly<Record<string, { readonly _digits: string }>> =
    currencyData.supplemental.currencyData.fractions
  const wrong = Intl.supportedValuesOf('currency').filter((currency) => {
    return minorDigits(currency) !== Number((fractions[currency] ?? fractions.DEFAULT)?._digits)
  })
  expect(wrong).toEqual([])
})

test('our own names belong to places that exist, and closed codes to airports that replaced them', () => {
  const unknown = [...Object.keys(aliasesByCode), ...namedCodes, ...Object.values(closedCodes)].filter(
    (code) => !places.byCode(code),
  )
  expect(unknown).toEqual([])
  expect(Object.keys(closedCodes).filter((code) => places.byCode(code))).toEqual([])
})
