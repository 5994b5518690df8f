import { hash32, shareOf } from '../../draw.ts'
import type { SoldFlight } from '../journeys/itinerary.ts'
import type { Station } from '../market/stations.ts'
import type { TravelerType } from '../search.ts'

/** A tax or charge of one adult in US dollars, with the shares that other travelers pay. */
export interface Tax {
  code: string
  usd: number
  child: number
  infant: number
}

const INFANT_SHARE = 0.25

interface Row {
  code: string
  domesticUsd: number
  abroadUsd: number
  child: number
  infant: number
}

/**
 * The charges for departing from a country's airports: code, US dollars for domestic and international flights, and
 * the shares that children and infants pay (default: all and a quarter). Sample amounts of realistic size.
 */
const departureRows = rowsOf({
  AE: 'AE 0 20.4, F6 0 9.5, TP 0 1.4',
  AR: 'AR 2.1 51 1 0, QO 0.6 10',
  AU: 'AU 0 45.5 0 0, WG 9 16, WY 8 21',
  AW: 'AW 0 37.5, BU 0 9',
  BR: 'BR 7.4 31',
  CA: 'CA 7 18, SQ 22 24, XG 1.2 0',
  CH: 'CH 20 22, GQ 6 6',
  CN: 'CN 7 12.6 0 0',
  DE: 'OY 17 44 1 0, RA 21 24, DE 9.5 10.2',
  ES: 'JD 14 19, OG 0.7 0.7, QV 3.6 4',
  FR: 'FR 19 28, QX 11 17, IZ 3 8, O4 1.5 4.6 1 0',
  GB: 'GB 9 112 0 0, UB 16 42',
  HK: 'HK 0 15.4 0 0, I5 0 9, G3 0 11.5',
  IN: 'IN 4.6 9, P2 6.5 12, K3 5 8',
  IT: 'IT 9 15, HB 7 9, MJ 1 1.6, VT 2.4 2.6',
  JP: 'SW 3 19.5 0.5 0, OI 1.6 4, TK 0 6.6 1 0',
  KR: 'BP 3.6 21 1 0',
  MX: 'XD 26 42, UK 0 34 1 0, XO 4 6',
  NL: 'RN 13 14.6, CJ 14 15, VV 30 30 1 0',
  NZ: 'NZ 9 15, IA 0 4.4',
  QA: 'QA 0 16.4, PZ 0 2.8, R9 0 2.8',
  SG: 'SG 0 35, OP 0 6, L7 0 8 1 0',
  TH: 'TS 3 21.5, E7 0 1.1, G8 0 0.5',
  TR: 'TR 4 22, M6 1 3.4',
  US: 'US 11 22.9, AY 5.6 5.6, XF 4.5 4.5',
  ZA: 'ZA 7 24, EV 2.4 2.4, UM 1.3 1.3',
})
/** The charges for arriving from abroad. */
const arrivalRows = rowsOf({
  US: 'US 0 22.9, XA 0 3.8, XY 0 7, YC 0 7.4',
  AU: 'WY 0 15',
  BR: 'BR 0 6',
})

/** The taxes and charges of one direction, added up by code. */
export function taxesOf(flights: readonly SoldFlight[]): Tax[] {
  const taxes = new Map<string, Tax>()
  for (const { flight, carrier } of flights) {
    const { from, to, link } = flight.route
    const abroad = from.countryCode !== to.countryCode
    for (const row of departureRows.get(from.countryCode) ?? usualRows(from)) add(taxes, row, abroad)
    if (abroad) for (const row of arrivalRows.get(to.countryCode) ?? []) add(taxes, row, true)
    if (!carrier.lowCost) {
      // The airline's fuel surcharge, by distance.
      const usd = Math.min(160, (link.km / 1000) * (6 + (hash32('fuel', carrier.code) % 14)))
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

function rowsOf(texts: Readonly<Record<string, string>>): ReadonlyMap<string, Row[]> {
  const read = (text: string): Row => {
    const [code = '', ...values] = text.split(' ')
    const [domesticUsd = 0, abroadUsd = 0, child = 1, infant = INFANT_SHARE] = values.map(Number)
    return { code, domesticUsd, abroadUsd, child, infant }
  }
  return new Map(Object.entries(texts).map(([country, text]) => [country, text.split(', ').map(read)]))
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
