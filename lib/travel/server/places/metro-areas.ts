/**
 * Metropolitan areas with an IATA location code. If an airport has the same code, the code means the whole area, as it
 * does for providers. `airports` are in order of traffic. A `wide` area joins cities that travelers distinguish, so it
 * ranks below the airports of the requested city.
 */
export interface MetroArea {
  code: string
  city: string
  country: string
  airports: readonly string[]
  wide?: true
}

export const metroAreas: readonly MetroArea[] = [
  { code: 'LON', city: 'London', country: 'GB', airports: ['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN'] },
  { code: 'NYC', city: 'New York', country: 'US', airports: ['JFK', 'EWR', 'LGA'] },
  { code: 'TYO', city: 'Tokyo', country: 'JP', airports: ['HND', 'NRT'] },
  { code: 'PAR', city: 'Paris', country: 'FR', airports: ['CDG', 'ORY', 'BVA'] },
  { code: 'CHI', city: 'Chicago', country: 'US', airports: ['ORD', 'MDW'] },
  { code: 'WAS', city: 'Washington', country: 'US', airports: ['IAD', 'DCA', 'BWI'] },
  { code: 'MIL', city: 'Milan', country: 'IT', airports: ['MXP', 'LIN', 'BGY'] },
  { code: 'ROM', city: 'Rome', country: 'IT', airports: ['FCO', 'CIA'] },
  { code: 'STO', city: 'Stockholm', country: 'SE', airports: ['ARN', 'BMA', 'NYO', 'VST'] },
  { code: 'OSL', city: 'Oslo', country: 'NO', airports: ['OSL', 'TRF'] },
  { code: 'MOW', city: 'Moscow', country: 'RU', airports: ['SVO', 'DME', 'VKO', 'ZIA'] },
  { code: 'BUE', city: 'Buenos Aires', country: 'AR', airports: ['EZE', 'AEP'] },
  { code: 'SAO', city: 'São Paulo', country: 'BR', airports: ['GRU', 'CGH', 'VCP'] },
  { code: 'RIO', city: 'Rio de Janeiro', country: 'BR', airports: ['GIG', 'SDU'] },
  { code: 'BHZ', city: 'Belo Horizonte', country: 'BR', airports: ['CNF'] },
  { code: 'SEL', city: 'Seoul', country: 'KR', airports: ['ICN', 'GMP'] },
  { code: 'OSA', city: 'Osaka', country: 'JP', airports: ['KIX', 'ITM', 'UKB'] },
  { code: 'SPK', city: 'Sapporo', country: 'JP', airports: ['CTS', 'OKD'] },
  { code: 'BJS', city: 'Beijing', country: 'CN', airports: ['PEK', 'PKX'] },
  { code: 'SHA', city: 'Shanghai', country: 'CN', airports: ['PVG', 'SHA'] },
  { code: 'CTU', city: 'Chengdu', country: 'CN', airports: ['TFU', 'CTU'] },
  { code: 'TPE', city: 'Taipei', country: 'TW', airports: ['TPE', 'TSA'] },
  { code: 'BKK', city: 'Bangkok', country: 'TH', airports: ['BKK', 'DMK'] },
  { code: 'KUL', city: 'Kuala Lumpur', country: 'MY', airports: ['KUL', 'SZB'] },
  { code: 'JKT', city: 'Jakarta', country: 'ID', airports: ['CGK', 'HLP'] },
  { code: 'GOI', city: 'Goa', country: 'IN', airports: ['GOI', 'GOX'] },
  { code: 'IST', city: 'Istanbul', country: 'TR', airports: ['IST', 'SAW'] },
  { code: 'THR', city: 'Tehran', country: 'IR', airports: ['IKA', 'THR'] },
  { code: 'BUH', city: 'Bucharest', country: 'RO', airports: ['OTP', 'BBU'] },
  { code: 'BRU', city: 'Brussels', country: 'BE', airports: ['BRU', 'CRL'] },
  { code: 'REK', city: 'Reykjavík', country: 'IS', airports: ['KEF', 'RKV'] },
  { code: 'TCI', city: 'Tenerife', country: 'ES', airports: ['TFS', 'TFN'] },
  { code: 'YTO', city: 'Toronto', country: 'CA', airports: ['YYZ', 'YTZ'] },
  { code: 'YMQ', city: 'Montréal', country: 'CA', airports: ['YUL', 'YHU'] },
  { code: 'DTT', city: 'Detroit', country: 'US', airports: ['DTW'] },
  { code: 'HOU', city: 'Houston', country: 'US', airports: ['IAH', 'HOU'] },
  { code: 'ORL', city: 'Orlando', country: 'US', airports: ['MCO', 'SFB'] },
  { code: 'QDF', city: 'Dallas', country: 'US', airports: ['DFW', 'DAL'], wide: true },
  { code: 'QLA', city: 'Los Angeles', country: 'US', airports: ['LAX', 'SNA', 'ONT', 'BUR', 'LGB'], wide: true },
  { code: 'QMI', city: 'Miami', country: 'US', airports: ['MIA', 'FLL', 'DJT'], wide: true },
  { code: 'QSF', city: 'San Francisco', country: 'US', airports: ['SFO', 'SJC', 'OAK'], wide: true },
]

/** The city that travelers mean by an airport of an area. Without wide areas: their airports are in several cities. */
export const cityOfArea: ReadonlyMap<string, string> = new Map(
  metroAreas.filter((area) => !area.wide).flatMap((area) => area.airports.map((code) => [code, area.city])),
)
