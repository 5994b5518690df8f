/**
 * City names that travelers use for an airport whose data names the municipality around the runways. Members of a
 * metropolitan area take the area's name.
 */
export const cityByAirport: Readonly<Record<string, string>> = {
  BFY: 'Bengbu',
  BOD: 'Bordeaux',
  BSL: 'Basel',
  BSZ: 'Bishkek',
  CGN: 'Cologne',
  CUN: 'Cancún',
  CVG: 'Cincinnati',
  DFW: 'Dallas',
  DLC: 'Dalian',
  EDI: 'Edinburgh',
  FRA: 'Frankfurt',
  GDL: 'Guadalajara',
  GLA: 'Glasgow',
  GVA: 'Geneva',
  HKG: 'Hong Kong',
  HNL: 'Honolulu',
  KBP: 'Kyiv',
  KTI: 'Phnom Penh',
  KWI: 'Kuwait City',
  LYS: 'Lyon',
  MEX: 'Mexico City',
  NCE: 'Nice',
  NGO: 'Nagoya',
  NLU: 'Mexico City',
  NQZ: 'Astana',
  OPO: 'Porto',
  PUJ: 'Punta Cana',
  RMO: 'Chișinău',
  SAI: 'Siem Reap',
  SIN: 'Singapore',
  SHE: 'Shenyang',
  SYD: 'Sydney',
  TAO: 'Qingdao',
  TLS: 'Toulouse',
  TVT: 'Tashkent',
  VIZ: 'Visakhapatnam',
  XIY: "Xi'an",
}

/** Codes that airlines no longer use, with the codes of today. */
export const closedCodes: Readonly<Record<string, string>> = {
  CSL: 'CSW',
  FRU: 'BSZ',
  KIV: 'RMO',
  KVD: 'GNJ',
  PBI: 'DJT',
  SXF: 'BER',
  THF: 'BER',
  TSE: 'NQZ',
  TXL: 'BER',
}

/** The facts of an airport that a package has wrong, with their right values. Of names, both packages. */
interface RightFacts {
  readonly airport?: string
  readonly country_code?: string
  readonly latitude?: number
  readonly longitude?: number
  readonly runway_length?: number
  readonly time?: string
  readonly type?: string
}

/** A test compares every airport with its position, by an independent source of zones and countries. */
export const rightFacts: Readonly<Record<string, RightFacts>> = {
  BAX: { time: 'Asia/Barnaul' },
  BBA: { time: 'America/Coyhaique' },
  BMQ: { latitude: -3.9833, longitude: 39.7333 },
  BWT: { time: 'Australia/Hobart' },
  CUU: { time: 'America/Chihuahua' },
  DEE: { time: 'Asia/Sakhalin' },
  DJT: { airport: 'President Donald J. Trump International Airport' },
  EKS: { time: 'Asia/Sakhalin' },
  HVD: { time: 'Asia/Hovd' },
  IBB: { time: 'Pacific/Galapagos' },
  IST: { runway_length: 13_451 },
  KIE: { time: 'Pacific/Bougainville' },
  KTI: {
    airport: 'Techo International Airport',
    latitude: 11.36292,
    longitude: 104.91661,
    runway_length: 13_123,
    type: 'large_airport',
  },
  LRS: { latitude: 37.1849, longitude: 26.8003 },
  MLG: { time: 'Asia/Jakarta' },
  MXB: { time: 'Asia/Makassar' },
  NGK: { time: 'Asia/Sakhalin' },
  NIU: { time: 'Pacific/Tahiti' },
  NPO: { time: 'Asia/Pontianak' },
  NTT: { latitude: -15.9773, longitude: -173.791 },
  OVS: { time: 'Asia/Yekaterinburg' },
  PNT: { time: 'America/Punta_Arenas' },
  PSC: { time: 'America/Los_Angeles' },
  PSU: { time: 'Asia/Pontianak' },
  PUQ: { time: 'America/Punta_Arenas' },
  RMT: { time: 'Pacific/Tahiti' },
  SIP: { time: 'Europe/Simferopol' },
  SQG: { time: 'Asia/Pontianak' },
  STM: { time: 'America/Santarem' },
  SUK: { time: 'Asia/Yakutsk' },
  TBM: { time: 'Asia/Pontianak' },
  TBT: { time: 'America/Eirunepe' },
  TJG: { time: 'Asia/Makassar' },
  TMT: { time: 'America/Santarem' },
  TOF: { time: 'Asia/Tomsk' },
  ULG: { time: 'Asia/Hovd' },
  ULK: { time: 'Asia/Yakutsk' },
  ULO: { time: 'Asia/Hovd' },
  YBI: { time: 'America/St_Johns' },
  ZPC: { latitude: -39.2928, longitude: -71.9159 },
  ZRJ: { time: 'America/Winnipeg' },
}

/** Rows that mix two airports: the code of one, the place of another. */
export const mixedRows: ReadonlySet<string> = new Set(['MZS', 'PHH', 'QFI', 'QFX', 'TKM'])

/**
 * Zones that keep the time of another one, by a law that Node's zone rules do not have yet. All of the Northwest
 * Territories keep the time of Alberta.
 */
export const joinedZones: Readonly<Record<string, string>> = { 'America/Inuvik': 'America/Edmonton' }
