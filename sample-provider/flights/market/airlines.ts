/**
 * The range of an airline's fleet: wide-body aircraft, narrow-body ones, or narrow-body ones on shorter routes only.
 */
export type Reach = 'long' | 'medium' | 'short'

export interface Airline {
  code: string
  /** As the provider's dictionary spells it. */
  name: string
  country: string
  /** The hubs of the airline's network, the main one first. */
  hubs: readonly string[]
  reach: Reach
  /** Relative to the average fare of a route. */
  fareFactor: number
  /** Sells flights without connections; the lowest fare includes neither bags nor meals. */
  lowCost: boolean
  /** Checked bags in a standard economy fare: pieces, or kilograms if the airline counts weight. */
  bags: { quantity: number } | { weight: number }
  cabins: readonly ('PREMIUM_ECONOMY' | 'BUSINESS' | 'FIRST')[]
}

const FULL = ['PREMIUM_ECONOMY', 'BUSINESS', 'FIRST'] as const
const PREMIUM = ['PREMIUM_ECONOMY', 'BUSINESS'] as const
const ROYAL = ['BUSINESS', 'FIRST'] as const
const TWO = ['BUSINESS'] as const
const ONE = [] as const

type Row = readonly [
  code: string,
  name: string,
  country: string,
  hubs: string,
  reach: Reach,
  fareFactor: number,
  bags: number,
  cabins: Airline['cabins'],
]

/**
 * Bag values from 10 up are kilograms, lower ones pieces. 0 is a low-cost airline without included bags. Networks and
 * fares are simplified and describe no real offer.
 */
const rows: readonly Row[] = [
  ['AA', 'AMERICAN AIRLINES', 'US', 'DFW CLT MIA PHL PHX ORD JFK LAX', 'long', 1.0, 1, FULL],
  ['DL', 'DELTA AIR LINES', 'US', 'ATL DTW MSP SEA JFK SLC LAX BOS', 'long', 1.06, 1, FULL],
  ['UA', 'UNITED AIRLINES', 'US', 'ORD IAH EWR SFO DEN IAD LAX GUM', 'long', 1.01, 1, FULL],
  ['AS', 'ALASKA AIRLINES', 'US', 'SEA ANC PDX SFO', 'medium', 0.93, 1, ['FIRST']],
  ['HA', 'HAWAIIAN AIRLINES', 'US', 'HNL OGG', 'long', 0.94, 1, ['BUSINESS']],
  ['B6', 'JETBLUE AIRWAYS', 'US', 'JFK BOS FLL', 'medium', 0.86, 0, TWO],
  ['WN', 'SOUTHWEST AIRLINES', 'US', 'DAL MDW BWI LAS', 'short', 0.84, 2, ONE],
  ['F9', 'FRONTIER AIRLINES', 'US', 'DEN MCO', 'short', 0.62, 0, ONE],
  ['AC', 'AIR CANADA', 'CA', 'YYZ YUL YVR YYC', 'long', 1.0, 1, PREMIUM],
  ['WS', 'WESTJET', 'CA', 'YYC YEG', 'long', 0.9, 1, PREMIUM],
  ['PD', 'PORTER AIRLINES', 'CA', 'YTZ YOW', 'short', 0.88, 0, ONE],
  ['AM', 'AEROMEXICO', 'MX', 'MEX MTY', 'long', 0.92, 1, TWO],
  ['Y4', 'VOLARIS', 'MX', 'GDL TIJ MEX', 'short', 0.64, 0, ONE],
  ['CM', 'COPA AIRLINES', 'PA', 'PTY', 'medium', 0.94, 1, TWO],
  ['AV', 'AVIANCA', 'CO', 'BOG SAL', 'long', 0.88, 1, TWO],
  ['LA', 'LATAM AIRLINES GROUP', 'CL', 'SCL LIM GRU BSB', 'long', 0.93, 1, PREMIUM],
  ['G3', 'GOL LINHAS AEREAS', 'BR', 'GRU GIG BSB CGH', 'short', 0.8, 0, ONE],
  ['AD', 'AZUL LINHAS AEREAS', 'BR', 'VCP CNF REC', 'long', 0.85, 1, TWO],
  ['AR', 'AEROLINEAS ARGENTINAS', 'AR', 'EZE AEP COR', 'long', 0.9, 1, PREMIUM],
  ['BW', 'CARIBBEAN AIRLINES', 'TT', 'POS KIN', 'medium', 0.95, 1, TWO],
  ['WM', 'WINAIR', 'SX', 'SXM CUR AUA', 'short', 1.1, 1, ONE],
  ['BA', 'BRITISH AIRWAYS', 'GB', 'LHR LGW', 'long', 1.07, 1, FULL],
  ['VS', 'VIRGIN ATLANTIC', 'GB', 'LHR MAN', 'long', 1.02, 1, PREMIUM],
  ['U2', 'EASYJET', 'GB', 'LGW GVA MXP', 'short', 0.7, 0, ONE],
  ['EI', 'AER LINGUS', 'IE', 'DUB', 'long', 0.9, 1, TWO],
  ['FR', 'RYANAIR', 'IE', 'DUB STN BGY', 'short', 0.62, 0, ONE],
  ['AF', 'AIR FRANCE', 'FR', 'CDG ORY', 'long', 1.03, 1, FULL],
  ['KL', 'KLM ROYAL DUTCH AIRLINES', 'NL', 'AMS', 'long', 1.02, 1, PREMIUM],
  ['HV', 'TRANSAVIA', 'NL', 'AMS RTM', 'short', 0.68, 0, ONE],
  ['SN', 'BRUSSELS AIRLINES', 'BE', 'BRU', 'long', 0.95, 1, PREMIUM],
  ['LH', 'LUFTHANSA', 'DE', 'FRA MUC', 'long', 1.08, 1, FULL],
  ['EW', 'EUROWINGS', 'DE', 'DUS CGN STR', 'short', 0.72, 0, ONE],
  ['DE', 'CONDOR FLUGDIENST', 'DE', 'FRA', 'long', 0.8, 1, PREMIUM],
  ['LX', 'SWISS INTERNATIONAL AIR LINES', 'CH', 'ZRH GVA', 'long', 1.1, 1, FULL],
  ['OS', 'AUSTRIAN AIRLINES', 'AT', 'VIE', 'long', 0.98, 1, PREMIUM],
  ['W6', 'WIZZ AIR', 'HU', 'BUD OTP LTN', 'short', 0.6, 0, ONE],
  ['IB', 'IBERIA', 'ES', 'MAD', 'long', 0.94, 1, PREMIUM],
  ['VY', 'VUELING AIRLINES', 'ES', 'BCN', 'short', 0.7, 0, ONE],
  ['UX', 'AIR EUROPA', 'ES', 'MAD PMI', 'long', 0.86, 1, TWO],
  ['TP', 'TAP AIR PORTUGAL', 'PT', 'LIS OPO', 'long', 0.9, 1, TWO],
  ['AZ', 'ITA AIRWAYS', 'IT', 'FCO LIN', 'long', 0.93, 1, PREMIUM],
  ['SK', 'SCANDINAVIAN AIRLINES', 'SE', 'CPH ARN OSL', 'long', 0.97, 1, PREMIUM],
  ['DY', 'NORWEGIAN AIR SHUTTLE', 'NO', 'OSL BGO', 'short', 0.74, 0, ONE],
  ['AY', 'FINNAIR', 'FI', 'HEL', 'long', 0.98, 1, PREMIUM],
  ['FI', 'ICELANDAIR', 'IS', 'KEF', 'medium', 0.9, 1, ['PREMIUM_ECONOMY']],
  ['BT', 'AIR BALTIC', 'LV', 'RIX', 'medium', 0.8, 0, TWO],
  ['LO', 'LOT POLISH AIRLINES', 'PL', 'WAW', 'long', 0.88, 1, PREMIUM],
  ['A3', 'AEGEAN AIRLINES', 'GR', 'ATH', 'medium', 0.9, 1, TWO],
  ['JU', 'AIR SERBIA', 'RS', 'BEG', 'long', 0.84, 1, TWO],
  ['TK', 'TURKISH AIRLINES', 'TR', 'IST', 'long', 0.93, 30, TWO],
  ['PC', 'PEGASUS AIRLINES', 'TR', 'SAW AYT', 'medium', 0.66, 0, ONE],
  ['LY', 'EL AL ISRAEL AIRLINES', 'IL', 'TLV', 'long', 1.04, 1, PREMIUM],
  ['RJ', 'ROYAL JORDANIAN', 'JO', 'AMM', 'long', 0.88, 23, TWO],
  ['ME', 'MIDDLE EAST AIRLINES', 'LB', 'BEY', 'medium', 0.95, 23, TWO],
  ['EK', 'EMIRATES', 'AE', 'DXB', 'long', 1.05, 30, FULL],
  ['FZ', 'FLYDUBAI', 'AE', 'DXB', 'medium', 0.78, 20, TWO],
  ['EY', 'ETIHAD AIRWAYS', 'AE', 'AUH', 'long', 0.97, 30, FULL],
  ['QR', 'QATAR AIRWAYS', 'QA', 'DOH', 'long', 1.03, 30, ROYAL],
  ['GF', 'GULF AIR', 'BH', 'BAH', 'long', 0.86, 23, TWO],
  ['KU', 'KUWAIT AIRWAYS', 'KW', 'KWI', 'long', 0.82, 2, TWO],
  ['WY', 'OMAN AIR', 'OM', 'MCT', 'long', 0.9, 30, TWO],
  ['SV', 'SAUDIA', 'SA', 'JED RUH', 'long', 0.86, 23, ROYAL],
  ['MS', 'EGYPTAIR', 'EG', 'CAI', 'long', 0.82, 2, TWO],
  ['AT', 'ROYAL AIR MAROC', 'MA', 'CMN', 'long', 0.84, 1, TWO],
  ['ET', 'ETHIOPIAN AIRLINES', 'ET', 'ADD', 'long', 0.82, 2, TWO],
  ['KQ', 'KENYA AIRWAYS', 'KE', 'NBO', 'long', 0.86, 2, TWO],
  ['WB', 'RWANDAIR', 'RW', 'KGL', 'long', 0.84, 2, TWO],
  ['SA', 'SOUTH AFRICAN AIRWAYS', 'ZA', 'JNB CPT', 'long', 0.88, 1, TWO],
  ['AI', 'AIR INDIA', 'IN', 'DEL BOM', 'long', 0.86, 25, FULL],
  ['6E', 'INDIGO', 'IN', 'DEL BLR BOM', 'short', 0.7, 15, ONE],
  ['UL', 'SRILANKAN AIRLINES', 'LK', 'CMB', 'long', 0.83, 30, TWO],
  ['TG', 'THAI AIRWAYS INTERNATIONAL', 'TH', 'BKK', 'long', 0.94, 30, ROYAL],
  ['VN', 'VIETNAM AIRLINES', 'VN', 'SGN HAN', 'long', 0.84, 1, PREMIUM],
  ['SQ', 'SINGAPORE AIRLINES', 'SG', 'SIN', 'long', 1.12, 30, FULL],
  ['TR', 'SCOOT', 'SG', 'SIN', 'long', 0.66, 0, ONE],
  ['MH', 'MALAYSIA AIRLINES', 'MY', 'KUL', 'long', 0.87, 20, TWO],
  ['AK', 'AIRASIA', 'MY', 'KUL', 'short', 0.58, 0, ONE],
  ['GA', 'GARUDA INDONESIA', 'ID', 'CGK DPS', 'long', 0.9, 23, ROYAL],
  ['PR', 'PHILIPPINE AIRLINES', 'PH', 'MNL CEB', 'long', 0.85, 2, PREMIUM],
  ['5J', 'CEBU PACIFIC AIR', 'PH', 'MNL CEB', 'short', 0.6, 0, ONE],
  ['CX', 'CATHAY PACIFIC', 'HK', 'HKG', 'long', 1.05, 1, FULL],
  ['CA', 'AIR CHINA', 'CN', 'PEK CTU', 'long', 0.82, 2, FULL],
  ['MU', 'CHINA EASTERN AIRLINES', 'CN', 'PVG KMG', 'long', 0.8, 2, TWO],
  ['CZ', 'CHINA SOUTHERN AIRLINES', 'CN', 'CAN URC', 'long', 0.8, 2, TWO],
  ['HU', 'HAINAN AIRLINES', 'CN', 'PEK XIY', 'long', 0.8, 2, TWO],
  ['CI', 'CHINA AIRLINES', 'TW', 'TPE', 'long', 0.92, 2, PREMIUM],
  ['BR', 'EVA AIR', 'TW', 'TPE', 'long', 0.96, 2, PREMIUM],
  ['KE', 'KOREAN AIR', 'KR', 'ICN GMP', 'long', 1.02, 2, ROYAL],
  ['OZ', 'ASIANA AIRLINES', 'KR', 'ICN GMP', 'long', 0.95, 2, TWO],
  ['7C', 'JEJU AIR', 'KR', 'CJU GMP ICN', 'short', 0.64, 0, ONE],
  ['NH', 'ALL NIPPON AIRWAYS', 'JP', 'HND NRT ITM', 'long', 1.08, 2, FULL],
  ['JL', 'JAPAN AIRLINES', 'JP', 'HND NRT ITM', 'long', 1.06, 2, FULL],
  ['MM', 'PEACH AVIATION', 'JP', 'KIX NRT', 'short', 0.6, 0, ONE],
  ['ZG', 'ZIPAIR TOKYO', 'JP', 'NRT', 'long', 0.68, 0, TWO],
  ['QF', 'QANTAS AIRWAYS', 'AU', 'SYD MEL BNE PER', 'long', 1.07, 30, FULL],
  ['JQ', 'JETSTAR AIRWAYS', 'AU', 'MEL SYD OOL', 'medium', 0.64, 0, TWO],
  ['VA', 'VIRGIN AUSTRALIA', 'AU', 'BNE SYD MEL', 'medium', 0.9, 23, TWO],
  ['NZ', 'AIR NEW ZEALAND', 'NZ', 'AKL CHC', 'long', 1.02, 1, PREMIUM],
  ['FJ', 'FIJI AIRWAYS', 'FJ', 'NAN', 'long', 0.95, 30, TWO],
  ['TN', 'AIR TAHITI NUI', 'PF', 'PPT', 'long', 1.04, 1, PREMIUM],
  ['HY', 'UZBEKISTAN AIRWAYS', 'UZ', 'TAS', 'long', 0.84, 23, TWO],
  ['KC', 'AIR ASTANA', 'KZ', 'ALA NQZ', 'medium', 0.86, 23, TWO],
]

export const airlines: readonly Airline[] = rows.map(
  ([code, name, country, hubs, reach, fareFactor, bags, cabins]) => ({
    code,
    name,
    country,
    hubs: hubs.split(' '),
    reach,
    fareFactor,
    lowCost: bags === 0,
    bags: bags >= 10 ? { weight: bags } : { quantity: bags },
    cabins,
  }),
)

export const airlineByCode: ReadonlyMap<string, Airline> = new Map(airlines.map((airline) => [airline.code, airline]))
