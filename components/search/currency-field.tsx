import { currencies } from '#lib/travel/currencies.ts'

/** The currency of the search; a URL may name one outside the list. */
export function CurrencyField({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const known = currencies.includes(value) ? currencies : [value, ...currencies]
  return (
    <label className="opts-currency">
      <span>Prices in</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {known.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}
