import { type Airline, airlineByCode } from './airlines.ts'

const alliances: readonly string[] = [
  // Star Alliance
  'AC CA AI NZ NH OZ OS AV SN CM MS ET BR LO LH SQ SA LX TP TG TK UA',
  // SkyTeam
  'AR AM UX AF CI MU DL GA KQ KL KE ME SV SK VN VS',
  // oneworld
  'AS AA BA CX FJ AY IB JL MH QF QR AT RJ UL WY',
]

/** Pairs that sell each other's seats without an alliance. */
const bilateral = `
AA EI, AA GF, AF WS, AZ LH, AZ UA, BA EI, BA VY, BT SK, DL WS, DL LA, EK FZ, EK QF, EK UA, EY AZ, EY B6,
EY JU, G3 AF, G3 AA, HA AS, HV KL, IB VY, KL PC, LA QF, LH EW, LH DE, LY DL, NZ VA, QF JQ, QR VA, QR B6,
SQ TR, TN AF, TN QF, UA AD, UA VA, UA HA, VS VA, WM KL, WM AF
`
  .trim()
  .split(/,\s+/)

function partnersFrom(groups: readonly string[]): Map<string, Airline[]> {
  const partners = new Map<string, Airline[]>()
  for (const codes of groups.map((group) => group.split(' '))) {
    for (const code of codes) {
      const known = partners.get(code) ?? []
      partners.set(code, known)
      for (const other of codes) {
        const airline = airlineByCode.get(other)
        if (other !== code && airline !== undefined && !known.includes(airline)) known.push(airline)
      }
    }
  }
  return partners
}

const partnersByCode = partnersFrom([...alliances, ...bilateral])

/** The airlines that sell seats on this airline's flights. */
export function partnersOf(code: string): readonly Airline[] {
  return partnersByCode.get(code) ?? []
}

export function arePartners(one: string, other: string): boolean {
  return one === other || partnersOf(one).some(({ code }) => code === other)
}

export interface RegionalOperator {
  code: string
  name: string
}

/** By airline, the regional operator that flies its small aircraft under the airline's name and number. */
const regionalRows: Readonly<Record<string, readonly [code: string, name: string]>> = {
  AA: ['MQ', 'ENVOY AIR'],
  AC: ['QK', 'JAZZ AVIATION'],
  AF: ['A5', 'HOP'],
  AS: ['QX', 'HORIZON AIR'],
  AY: ['N7', 'NORDIC REGIONAL AIRLINES'],
  BA: ['CJ', 'BA CITYFLYER'],
  DL: ['9E', 'ENDEAVOR AIR'],
  EI: ['EA', 'EMERALD AIRLINES'],
  IB: ['YW', 'AIR NOSTRUM'],
  JL: ['XM', 'J AIR'],
  KL: ['WA', 'KLM CITYHOPPER'],
  LH: ['CL', 'LUFTHANSA CITYLINE'],
  NH: ['EH', 'ANA WINGS'],
  SK: ['RC', 'ATLANTIC AIRWAYS'],
  UA: ['OO', 'SKYWEST AIRLINES'],
}

export function regionalOperatorOf(airline: Airline): RegionalOperator | undefined {
  const row = regionalRows[airline.code]
  return row === undefined ? undefined : { code: row[0], name: row[1] }
}
