/** The currencies in the form; a URL may name any other. */
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
