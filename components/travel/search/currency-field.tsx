import { useTexts } from '../../ui/texts.tsx'

/** The currencies that the form offers; a URL may use others. */
const currencies = ['USD', 'EUR', 'GBP', 'JPY', 'AWG', 'AUD', 'BRL', 'CAD', 'CHF', 'INR', 'KRW', 'MXN', 'SEK', 'SGD']

/** The currency of the search; a URL may name one outside the list. */
export function CurrencyField({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const t = useTexts('search')
  const known = currencies.includes(value) ? currencies : [value, ...currencies]
  return (
    <label className="opts-currency">
      <span>{t('pricesIn')}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {known.map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}
