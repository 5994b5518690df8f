import type { FieldFaults } from '#runner/contract/field-fault.ts'

/** The currencies in use, from the runtime's ISO 4217 data. */
const known = new Set(Intl.supportedValuesOf('currency'))

/** The problem with a search's currency, if it is a code without a currency, such as XXX. */
export function checkCurrency({ currency }: { readonly currency: string }): FieldFaults {
  const phrase = `${currency} is not a currency that we know: choose another, like USD`
  return known.has(currency) ? {} : { currency: { phrase, facts: { code: 'unknown', value: currency } } }
}
