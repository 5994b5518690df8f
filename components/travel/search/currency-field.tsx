import { currenciesWith } from '#lib/travel/model/currencies.ts'
import { useTexts } from '../../ui/texts.tsx'

/** The currency of the search; a URL may name one outside the list. */
export function CurrencyField({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const t = useTexts('search')
  return (
    <label className="opts-currency row">
      <span>{t('pricesIn')}</span>
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {currenciesWith(value).map((currency) => (
          <option key={currency}>{currency}</option>
        ))}
      </select>
    </label>
  )
}
