import Link from 'next/link'
import type { GridDay } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell as Known } from '#lib/travel/model/flights/date-price.ts'
import { daysText, stateText } from '#lib/travel/model/flights/date-words.ts'
import type { PriceLevel } from '#lib/travel/model/flights/price-levels.ts'
import { classes } from '../../../../ui/classes.ts'
import { spoken } from '../../../../ui/spoken.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../../ui/texts.tsx'
import { useAge } from '../../age.tsx'
import { LevelBars } from './date-legend.tsx'

interface DateCellProps {
  day: GridDay
  known: Known | undefined
  level: PriceLevel | undefined
  isLowest: boolean
  /** The currency of the prices. */
  currency: string
  /** Formats the prices of all cells alike. */
  write: (amount: number) => string
  href: string
  /** Whether Tab reaches this cell. */
  isCurrent: boolean
  /** Shows the day of the month, for cells without headings of their own. */
  withDay: boolean
  /** The cell's position in the grid, for the keyboard. */
  at: string
  onFocus: () => void
}

/**
 * The travel dates of one cell: a link to their search, with the price or else the state of the cell. Dates that cannot
 * be searched have no link.
 */
export function DateCell(props: DateCellProps) {
  const { day, known, level, isLowest, currency, write, href, isCurrent, withDay, at, onFocus } = props
  const locale = useLocale()
  const [t, flights] = [useTexts('dates'), useTexts('flights')]
  const rich = useRichTexts('dates')
  const age = useAge()
  const shared = { 'data-at': at, tabIndex: isCurrent ? 0 : -1, onFocus }
  const name = (
    <>
      {withDay && (
        <span className="date-day" aria-hidden="true">
          {Number(day.days.date.slice(8))}
        </span>
      )}
      <span className="sr-only">{daysText(day.days, locale, t)}, </span>
    </>
  )
  if (day.isOut) {
    return (
      <span {...shared} className="date-cell is-out">
        {name}
        <span aria-hidden="true">–</span>
        <span className="sr-only">{flights('cannotBeSearched')}</span>
      </span>
    )
  }
  return (
    <Link
      {...shared}
      className={classes('date-cell', `is-${known?.state ?? 'unknown'}`, level && `is-level-${level}`)}
      href={href}
      prefetch={false}
      replace
      aria-current={day.isSelected ? 'date' : undefined}
    >
      {name}
      {known?.state === 'priced' ? (
        <>
          <b>{write(known.price.amount)}</b>
          {isLowest && (
            <span className="date-lowest">
              <span className="sr-only">, </span>
              {t('lowest')}
            </span>
          )}
          <span className="date-source">
            {rich('source', {
              provider: known.provider,
              age: age(Date.parse(known.fetched_at)),
              more: spoken,
              when: (children) => <span>{children}</span>,
            })}
          </span>
        </>
      ) : (
        <span className="date-state">{stateText(known, currency, { t, flights })}</span>
      )}
      {level && <LevelBars level={level} />}
    </Link>
  )
}
