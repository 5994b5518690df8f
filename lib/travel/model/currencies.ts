/** The currencies that the pages offer; a URL and a profile may use others. */
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'AWG', 'AUD', 'BRL', 'CAD', 'CHF', 'INR', 'KRW', 'MXN', 'SEK', 'SGD']

/** The offered currencies, with the chosen one among them. */
export const currenciesWith = (chosen: string): readonly string[] =>
  currencies.includes(chosen) ? currencies : [chosen, ...currencies]
