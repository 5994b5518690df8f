/** The currencies in use, from the runtime's ISO 4217 data. */
const known = new Set(Intl.supportedValuesOf('currency'))

/** The problem with a search's currency, if it is a code without a currency, such as XXX. */
export function checkCurrency({ currency }: { readonly currency: string }): { currency?: string } {
  return known.has(currency) ? {} : { currency: `${currency} is not a currency that we know: choose another, like USD` }
}
