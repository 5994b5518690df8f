/** The currencies that the form offers; an address may name any other. */
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
