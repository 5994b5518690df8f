import { shareOf } from '../../flights/market/draw.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'

/** A tax or fee of a country. */
export type TaxRule = {
  code: string
  description: string
  /** Whether the price contains it; otherwise it is paid at the hotel. */
  isIncluded: boolean
} & (
  | { kind: 'percentage'; percentage: number }
  | {
      kind: 'amount'
      /** In the hotel's currency. */
      amount: number
      frequency: 'PER_NIGHT' | 'PER_STAY'
      mode: 'PER_OCCUPANT' | 'PER_PRODUCT'
    }
)

const percent = (code: string, percentage: number, description: string): TaxRule => ({
  code,
  description,
  isIncluded: true,
  kind: 'percentage',
  percentage,
})

const local = (
  amount: number,
  mode: 'PER_OCCUPANT' | 'PER_PRODUCT',
  isIncluded = false,
  code = 'CITY_TAX',
  description = 'City tax',
): TaxRule => ({ code, description, isIncluded, kind: 'amount', amount, frequency: 'PER_NIGHT', mode })

const vat = (percentage: number) => percent('VALUE_ADDED_TAX', percentage, 'Value added tax')
const service = (percentage: number) => percent('SERVICE_CHARGE', percentage, 'Service charge')

type Levy = (hotel: Hotel, isCityTaxIncluded: boolean) => TaxRule[]

/** One amount per number of stars, from one to five. */
const byStars = (stars: number, amounts: readonly [number, number, number, number, number]) => amounts[stars - 1] ?? 0

/** Simplified: kinds and magnitudes follow the countries; the amounts belong to no particular year. */
const levies: Readonly<Record<string, Levy>> = {
  US: () => [percent('OCCUPANCY_TAX', 14.75, 'State and city occupancy tax')],
  CA: () => [
    percent('TOTAL_TAX', 13, 'Harmonized sales tax'),
    percent('MUNICIPAL_TAX', 4, 'Municipal accommodation tax'),
  ],
  MX: () => [vat(16), percent('LODGING_TAX', 3, 'Lodging tax')],
  AW: () => [
    percent('ROOM_TAX', 12.5, 'Government room tax'),
    service(10),
    local(5.4, 'PER_PRODUCT', false, 'ENVIRONMENTAL_LEVY', 'Environmental levy'),
  ],
  GB: () => [vat(20)],
  FR: ({ stars }, included) => [vat(10), local(byStars(stars, [0.9, 1.1, 1.9, 2.9, 5.2]), 'PER_OCCUPANT', included)],
  ES: ({ stars }, included) => [vat(10), local(byStars(stars, [1, 1.2, 1.7, 2.5, 4]), 'PER_OCCUPANT', included)],
  IT: ({ stars }) => [vat(10), local(byStars(stars, [1, 2, 4, 5, 7]), 'PER_OCCUPANT')],
  PT: (_, included) => [vat(6), local(2, 'PER_OCCUPANT', included)],
  DE: () => [vat(7), percent('CITY_TAX', 5, 'City tax')],
  AT: (_, included) => [vat(10), local(2.5, 'PER_OCCUPANT', included)],
  NL: () => [vat(9), percent('CITY_TAX', 12.5, 'Tourist tax')],
  BE: (_, included) => [vat(6), local(4.2, 'PER_PRODUCT', included)],
  CH: (_, included) => [vat(3.8), local(3.2, 'PER_OCCUPANT', included)],
  GR: ({ stars }) => [
    vat(13),
    local(byStars(stars, [2, 2, 5, 10, 15]), 'PER_PRODUCT', false, 'CLIMATE_FEE', 'Climate resilience fee'),
  ],
  TR: () => [vat(10), percent('ACCOMMODATION_TAX', 2, 'Accommodation tax')],
  AE: ({ stars }) => [
    percent('MUNICIPALITY_FEE', 7, 'Municipality fee'),
    service(10),
    vat(5),
    local(byStars(stars, [7, 10, 10, 15, 20]), 'PER_PRODUCT', false, 'TOURISM_DIRHAM', 'Tourism fee'),
  ],
  JP: ({ stars }, included) => [
    percent('CONSUMPTION_TAX', 10, 'Consumption tax'),
    local(
      byStars(stars, [100, 100, 200, 200, 300]),
      'PER_OCCUPANT',
      included,
      'ACCOMMODATION_TAX',
      'Accommodation tax',
    ),
  ],
  KW: () => [service(10)],
  TH: () => [vat(7), service(10)],
  ID: () => [percent('TOTAL_TAX', 21, 'Government tax and service charge')],
  IN: ({ stars }) => [percent('GST', stars >= 4 ? 18 : 12, 'Goods and services tax')],
  AU: () => [percent('GST', 10, 'Goods and services tax')],
  NZ: () => [percent('GST', 15, 'Goods and services tax')],
  MV: ({ stars }) => [
    percent('TGST', 16, 'Tourism goods and services tax'),
    local(byStars(stars, [6, 6, 6, 12, 12]), 'PER_OCCUPANT', false, 'GREEN_TAX', 'Green tax'),
  ],
  BR: () => [percent('ISS', 5, 'Service tax'), service(10)],
  EG: () => [vat(14), service(12)],
}
const usual: Levy = () => [vat(12)]

/** The country's taxes, and the fee that some resorts in the United States collect themselves. */
export function taxRulesOf(hotel: Hotel): TaxRule[] {
  const levy = levies[hotel.settlement.countryCode] ?? usual
  const rules = levy(hotel, shareOf('city tax included', hotel.hotelId) < 0.4)
  return [...rules, ...resortFee(hotel)]
}

function resortFee({ hotelId, stars, settlement: { countryCode, kind, code } }: Hotel): TaxRule[] {
  const isResort = kind === 'beach' || code === 'LAS' || code === 'ORL'
  if (countryCode !== 'US' || !isResort || stars < 4 || shareOf('resort fee', hotelId) > 0.6) return []
  const amount = 25 + Math.floor(shareOf('resort fee amount', hotelId) * 6) * 5
  return [local(amount, 'PER_PRODUCT', false, 'RESORT_FEE', 'Resort fee')]
}
