/** The currencies that the form offers; a URL may use others. */
export const currencies = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'AWG',
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'INR',
  'KRW',
  'MXN',
  'SEK',
  'SGD',
]
