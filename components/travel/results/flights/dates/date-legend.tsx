import { type PriceLevels, priceLevels } from '#lib/travel/model/flights/price-levels.ts'
import { useTexts } from '../../../../ui/texts.tsx'

interface DateLegendProps {
  amounts: readonly number[]
  write: (amount: number) => string
}

/** What the shades and bars of the cells mean. */
export function DateLegend({ amounts, write }: DateLegendProps) {
  const { bounds } = priceLevels(amounts)
  const t = useTexts('dates')
  return (
    <dl className="date-legend">
      {bounds.map((bound) => (
        <LegendLine key={bound.level} bound={bound} write={write} />
      ))}
      <div>
        <dt className="date-cell is-asking" aria-hidden="true" />
        <dd>{t('legendAsking')}</dd>
      </div>
      <div>
        <dt className="date-cell is-unknown" aria-hidden="true" />
        <dd>{t('legendUnknown')}</dd>
      </div>
    </dl>
  )
}

function LegendLine({
  bound: { level, upTo },
  write,
}: {
  bound: PriceLevels['bounds'][number]
  write: (amount: number) => string
}) {
  const t = useTexts('dates')
  return (
    <div>
      <dt className={`date-cell is-level-${level}`} aria-hidden="true">
        <span className="date-bars">
          {[1, 2, 3, 4].slice(0, level).map((bar) => (
            <i key={bar} />
          ))}
        </span>
      </dt>
      <dd>{t('levels', { level, price: write(upTo) })}</dd>
    </div>
  )
}
