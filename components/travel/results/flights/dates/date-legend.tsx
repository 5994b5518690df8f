import { type PriceLevel, priceLevels } from '#lib/travel/model/flights/price-levels.ts'
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
      {bounds.map(({ level, upTo }) => (
        <div key={level}>
          <dt className={`date-cell is-level-${level}`} aria-hidden="true">
            <LevelBars level={level} />
          </dt>
          <dd>{t('levels', { level, price: write(upTo) })}</dd>
        </div>
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

/** As many bars as the number of the level. */
export function LevelBars({ level }: { level: PriceLevel }) {
  return (
    <span className="date-bars" aria-hidden="true">
      {[1, 2, 3, 4].slice(0, level).map((bar) => (
        <i key={bar} />
      ))}
    </span>
  )
}
