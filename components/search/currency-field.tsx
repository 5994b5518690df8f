import { currencies } from '#lib/travel/currencies.ts'

/** The currency that prices are asked for in; an address may name one that the list has not. */
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
