import { z } from 'zod'
import table from '../../data/air-taxes.json' with { type: 'json' }
import { hash32, shareOf } from '../../draw.ts'
import type { Station } from '../market/stations.ts'
import type { Flight } from '../market/timetable.ts'
import type { TravelerType } from '../search.ts'

/** A tax or charge of one adult in US dollars, with the shares that other travelers pay. */
export interface Tax {
  code: string
  usd: number
  child: number
  infant: number
}

const INFANT_SHARE = 0.25

/** In US dollars for domestic and international flights, with the shares that children and infants pay. */
const rowSchema = z
  .tuple([z.string(), z.number(), z.number()])
  .rest(z.number())
  .transform(([code, domesticUsd, abroadUsd, child = 1, infant = INFANT_SHARE]) => {
    return { code, domesticUsd, abroadUsd, child, infant }
  })
type Row = z.infer<typeof rowSchema>

/** The charges for departing from a country's airports, and for arriving from abroad. Sample amounts of realistic size. */
const charges = z.record(z.enum(['departure', 'arrival']), z.record(z.string(), z.array(rowSchema))).parse(table)

/** The taxes and charges of one direction, added up by code. */
export function taxesOf(flights: readonly Flight[]): Tax[] {
  const taxes = new Map<string, Tax>()
  for (const { route } of flights) {
    const { from, to, link } = route
    const abroad = from.countryCode !== to.countryCode
    for (const row of charges.departure[from.countryCode] ?? usualRows(from)) add(taxes, row, abroad)
    if (abroad) for (const row of charges.arrival[to.countryCode] ?? []) add(taxes, row, true)
    if (!link.airline.lowCost) {
      // The airline's fuel surcharge, by distance.
      const usd = Math.min(160, (link.km / 1000) * (6 + (hash32('fuel', link.airline.code) % 14)))
      add(taxes, { code: 'YQ', domesticUsd: usd * 0.4, abroadUsd: usd, child: 1, infant: 0.1 }, abroad)
    }
  }
  return [...taxes.values()]
}

function usualRows({ countryCode, code }: Station): Row[] {
  const usd = 6 + 16 * shareOf('tax', countryCode)
  const charge = shareOf('charge', code)
  return [
    { code: countryCode, domesticUsd: usd * 0.5, abroadUsd: usd * 1.3, child: 1, infant: INFANT_SHARE },
    { code: 'XT', domesticUsd: 2 + 5 * charge, abroadUsd: 5 + 8 * charge, child: 1, infant: INFANT_SHARE },
  ]
}

function add(taxes: Map<string, Tax>, { code, domesticUsd, abroadUsd, child, infant }: Row, abroad: boolean): void {
  const usd = abroad ? abroadUsd : domesticUsd
  if (usd <= 0) return
  const known = taxes.get(code)
  if (known === undefined) taxes.set(code, { code, usd, child, infant })
  else known.usd += usd
}

export function taxShare(tax: Tax, type: TravelerType): number {
  switch (type) {
    case 'CHILD':
      return tax.child
    case 'HELD_INFANT':
      return tax.infant
    case 'ADULT':
      return 1
  }
}
