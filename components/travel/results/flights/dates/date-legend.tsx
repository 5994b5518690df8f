import type { PriceScale } from '#lib/travel/model/flights/price-levels.ts'
import { useTexts } from '../../../../ui/texts.tsx'

interface DateLegendProps {
  scale: PriceScale
  write: (amount: number) => string
}

/** What the tints and marks of the cells mean. */
export function DateLegend({ scale: { bounds, lowest }, write }: DateLegendProps) {
  const t = useTexts('dates')
  const highest = bounds.at(-1)?.upTo
  return (
    <ul className="date-legend">
      {highest !== undefined && (
        <li>
          <span className="date-tints" aria-hidden="true">
            {bounds.map(({ level }) => (
              <i key={level} className={`is-level-${level}`} />
            ))}
          </span>
          {t('tints', { from: write(lowest), to: write(highest) })}
        </li>
      )}
      <li>
        <i className="date-old" aria-hidden="true" />
        {t('overADay')}
      </li>
      <li>
        <i className="date-hatch" aria-hidden="true" />
        {t('notAsked')}
      </li>
    </ul>
  )
}
