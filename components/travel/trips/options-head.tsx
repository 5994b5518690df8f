import { useLocale, useTexts } from '../../ui/texts.tsx'
import { maxCompared } from './max-compared.ts'
import type { TripOption } from './trip-options.ts'

interface OptionsHeadProps {
  options: readonly TripOption[]
  onCompare: (ids: readonly string[]) => void
}

/** What the options of one trip are, with a press that puts those of one kind side by side. */
export function OptionsHead({ options, onCompare }: OptionsHeadProps) {
  const [t, locale] = [useTexts('trips'), useLocale()]
  const of = (kind: string) => options.filter(({ trip }) => trip.kind === kind)
  const kinds = [of('flights'), of('hotels')]
  const [flights = 0, stays = 0] = kinds.map(({ length }) => length)
  return (
    <p className="trip-options-head flow soft">
      {flights > 0 && stays > 0 ? t('partCount', { flights, stays }) : t('optionCount', { count: options.length })}
      {kinds.map((same) => {
        if (same.length < 2) return null
        const shown = same.slice(0, maxCompared)
        const names = new Intl.ListFormat(locale).format(shown.map(({ letter = '' }) => letter))
        const kind = same === kinds[0] ? 'flights' : 'stays'
        return (
          <button
            key={kind}
            type="button"
            className="link no-print"
            onClick={() => onCompare(shown.map(({ trip }) => trip.id))}
          >
            {t('compareOptions', { names, kind: flights > 0 && stays > 0 ? kind : 'all' })}
          </button>
        )
      })}
      {kinds.some(({ length }) => length > maxCompared) && <span>{t('mostOptions', { most: maxCompared })}</span>}
    </p>
  )
}
