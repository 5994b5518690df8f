import type { Reach } from './chains.ts'

/** The language, or group of languages, of the words in a country's hotel names. */
export type Tongue = 'en' | 'fr' | 'es' | 'it' | 'de' | 'pt' | 'nordic' | 'slavic' | 'gulf' | 'asia' | 'ja'

export interface Country {
  /** Relative to rates in western Europe. */
  priceLevel: number
  /** ISO 4217 code of the hotels' currency. */
  currency: string
  tongue: Tongue
  region: Exclude<Reach, 'world'>
}

type Row = readonly [countries: string, currency: string, priceLevel: number, tongue: Tongue, region: Country['region']]

const rows: readonly Row[] = [
  ['US PR VI GU MP AS', 'USD', 1.15, 'en', 'americas'],
  ['CA', 'CAD', 1, 'en', 'americas'],
  ['MX', 'MXN', 0.75, 'es', 'americas'],
  ['AW', 'AWG', 1.5, 'en', 'americas'],
  ['CW SX', 'XCG', 1.2, 'en', 'americas'],
  ['BQ TC VG BS BB AG LC GD VC KN KY BM AI DM JM TT', 'USD', 1.4, 'en', 'americas'],
  ['DO CU CR PA SV GT HN NI EC UY PY BO VE', 'USD', 0.7, 'es', 'americas'],
  ['BR', 'BRL', 0.6, 'pt', 'americas'],
  ['AR', 'ARS', 0.6, 'es', 'americas'],
  ['CL', 'CLP', 0.75, 'es', 'americas'],
  ['CO', 'COP', 0.5, 'es', 'americas'],
  ['PE', 'PEN', 0.6, 'es', 'americas'],
  ['GB IM JE GG GI', 'GBP', 1.15, 'en', 'europe'],
  ['IE MT', 'EUR', 1.1, 'en', 'europe'],
  ['CY GR', 'EUR', 0.95, 'en', 'europe'],
  ['FR MC GP MQ RE GF YT BL MF PM', 'EUR', 1.1, 'fr', 'europe'],
  ['BE LU', 'EUR', 1, 'fr', 'europe'],
  ['ES AD', 'EUR', 0.9, 'es', 'europe'],
  ['IT SM VA', 'EUR', 1, 'it', 'europe'],
  ['PT', 'EUR', 0.85, 'pt', 'europe'],
  ['DE AT', 'EUR', 0.95, 'de', 'europe'],
  ['NL', 'EUR', 1.15, 'de', 'europe'],
  ['CH LI', 'CHF', 1.5, 'de', 'europe'],
  ['FI EE LV LT', 'EUR', 0.9, 'nordic', 'europe'],
  ['DK FO GL', 'DKK', 1.2, 'nordic', 'europe'],
  ['NO SJ', 'NOK', 1.2, 'nordic', 'europe'],
  ['SE', 'SEK', 1.05, 'nordic', 'europe'],
  ['IS', 'ISK', 1.4, 'nordic', 'europe'],
  ['SI SK HR ME XK', 'EUR', 0.75, 'slavic', 'europe'],
  ['PL', 'PLN', 0.65, 'slavic', 'europe'],
  ['CZ', 'CZK', 0.75, 'slavic', 'europe'],
  ['HU', 'HUF', 0.65, 'slavic', 'europe'],
  ['RO MD', 'RON', 0.55, 'slavic', 'europe'],
  ['BG RS BA MK AL UA BY RU', 'EUR', 0.5, 'slavic', 'europe'],
  ['TR', 'TRY', 0.6, 'gulf', 'mideast'],
  ['AE', 'AED', 1, 'gulf', 'mideast'],
  ['SA', 'SAR', 0.9, 'gulf', 'mideast'],
  ['QA', 'QAR', 1, 'gulf', 'mideast'],
  ['KW', 'KWD', 1, 'gulf', 'mideast'],
  ['IL', 'ILS', 1.2, 'gulf', 'mideast'],
  ['BH OM JO LB IQ IR YE SY', 'USD', 0.75, 'gulf', 'mideast'],
  ['EG', 'EGP', 0.5, 'gulf', 'mideast'],
  ['MA', 'MAD', 0.65, 'fr', 'mideast'],
  ['TN DZ SN CI CM GA MG KM DJ TG BJ BF ML NE TD CG CD CF GN', 'EUR', 0.6, 'fr', 'mideast'],
  ['ZA', 'ZAR', 0.55, 'en', 'mideast'],
  ['KE', 'KES', 0.6, 'en', 'mideast'],
  ['MU SC MV', 'USD', 1.5, 'en', 'asia'],
  ['NC PF WF', 'EUR', 1.4, 'fr', 'asia'],
  ['JP', 'JPY', 0.85, 'ja', 'asia'],
  ['KR', 'KRW', 0.85, 'asia', 'asia'],
  ['CN', 'CNY', 0.6, 'asia', 'asia'],
  ['HK MO', 'HKD', 1.1, 'asia', 'asia'],
  ['TW', 'TWD', 0.75, 'asia', 'asia'],
  ['SG', 'SGD', 1.3, 'asia', 'asia'],
  ['MY', 'MYR', 0.5, 'asia', 'asia'],
  ['TH', 'THB', 0.5, 'asia', 'asia'],
  ['ID', 'IDR', 0.45, 'asia', 'asia'],
  ['PH', 'PHP', 0.5, 'asia', 'asia'],
  ['VN', 'VND', 0.45, 'asia', 'asia'],
  ['IN', 'INR', 0.45, 'asia', 'asia'],
  ['LK NP BD PK KH LA MM MN BT UZ KZ KG TJ TM GE AM AZ', 'USD', 0.45, 'asia', 'asia'],
  ['AU', 'AUD', 1, 'en', 'asia'],
  ['NZ', 'NZD', 0.95, 'en', 'asia'],
]

const byCode = new Map(
  rows.flatMap(([codes, currency, priceLevel, tongue, region]) =>
    codes.split(' ').map((code) => [code, { currency, priceLevel, tongue, region }] as const),
  ),
)
const elsewhere: Country = { currency: 'USD', priceLevel: 0.7, tongue: 'en', region: 'mideast' }

/** Common properties of a country's hotels: simplified, with defaults for unlisted countries. */
export function countryOf(code: string): Country {
  return byCode.get(code) ?? elsewhere
}
