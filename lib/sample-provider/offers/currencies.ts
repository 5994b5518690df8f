/** Fixed sample rates: units of the currency for one US dollar. They follow no market. */
const rows = {
  USD: ['US DOLLAR', 1],
  EUR: ['EURO', 0.9],
  GBP: ['POUND STERLING', 0.78],
  CHF: ['SWISS FRANC', 0.86],
  JPY: ['YEN', 150],
  KRW: ['WON', 1350],
  CNY: ['YUAN RENMINBI', 7.2],
  HKD: ['HONG KONG DOLLAR', 7.8],
  TWD: ['NEW TAIWAN DOLLAR', 32],
  SGD: ['SINGAPORE DOLLAR', 1.34],
  MYR: ['MALAYSIAN RINGGIT', 4.5],
  THB: ['BAHT', 35],
  IDR: ['RUPIAH', 16_000],
  PHP: ['PHILIPPINE PESO', 57],
  VND: ['DONG', 25_000],
  INR: ['INDIAN RUPEE', 84],
  AUD: ['AUSTRALIAN DOLLAR', 1.5],
  NZD: ['NEW ZEALAND DOLLAR', 1.65],
  CAD: ['CANADIAN DOLLAR', 1.36],
  MXN: ['MEXICAN PESO', 18],
  BRL: ['BRAZILIAN REAL', 5.4],
  ARS: ['ARGENTINE PESO', 1000],
  CLP: ['CHILEAN PESO', 930],
  COP: ['COLOMBIAN PESO', 4000],
  PEN: ['SOL', 3.75],
  AWG: ['ARUBAN FLORIN', 1.79],
  XCG: ['CARIBBEAN GUILDER', 1.79],
  DKK: ['DANISH KRONE', 6.7],
  NOK: ['NORWEGIAN KRONE', 10.8],
  SEK: ['SWEDISH KRONA', 10.4],
  ISK: ['ICELAND KRONA', 138],
  PLN: ['ZLOTY', 3.9],
  CZK: ['CZECH KORUNA', 22.7],
  HUF: ['FORINT', 360],
  RON: ['ROMANIAN LEU', 4.5],
  TRY: ['TURKISH LIRA', 34],
  ILS: ['NEW ISRAELI SHEQEL', 3.7],
  AED: ['UAE DIRHAM', 3.67],
  SAR: ['SAUDI RIYAL', 3.75],
  QAR: ['QATARI RIAL', 3.64],
  KWD: ['KUWAITI DINAR', 0.31],
  EGP: ['EGYPTIAN POUND', 48],
  MAD: ['MOROCCAN DIRHAM', 9.9],
  ZAR: ['RAND', 18],
  KES: ['KENYAN SHILLING', 129],
} as const satisfies Record<string, readonly [string, number]>

export interface Currency {
  code: string
  name: string
  perUsd: number
}

export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries(rows).map(([code, [name, perUsd]]) => [code, { code, name, perUsd }]),
)
