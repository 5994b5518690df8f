import type { GridDay } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell as Known } from '#lib/travel/model/flights/date-price.ts'
import { daysText, stateText } from '#lib/travel/model/flights/date-words.ts'
import type { PriceLevel } from '#lib/travel/model/flights/price-levels.ts'
import { classes } from '../../../../ui/classes.ts'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'

interface DateCellProps {
  day: GridDay
  known: Known | undefined
  level: PriceLevel | undefined
  isLowest: boolean
  isChosen: boolean
  /** The age of a price that is over a day old. */
  oldFor: string | undefined
  /** The currency of the prices. */
  currency: string
  /** Formats the prices of all cells alike. */
  write: (amount: number) => string
  /** Whether Tab reaches this cell. */
  isCurrent: boolean
  /** Shows the day of the month, for cells without headings of their own. */
  withDay: boolean
  /** The cell's position in the grid, for the keyboard. */
  at: string
  onFocus: () => void
  onPress: (day: GridDay) => void
}

/**
 * The travel dates of one cell: a button that chooses them, with the price or else the state of the cell. A press on an
 * unknown price also asks for it. Dates that cannot be searched have no button.
 */
export function DateCell(props: DateCellProps) {
  const { day, known, level, isLowest, isChosen, oldFor, currency, write, isCurrent, withDay, at, onFocus, onPress } =
    props
  const locale = useLocale()
  const [t, flights] = [useTexts('dates'), useTexts('flights')]
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
    <button
      {...shared}
      type="button"
      className={classes('date-cell', `is-${known?.state ?? 'unknown'}`, level && `is-level-${level}`)}
      data-days={day.key}
      aria-current={isChosen ? 'date' : undefined}
      onClick={() => onPress(day)}
    >
      {name}
      {known?.state === 'priced' ? (
        <span className={classes('date-price', isLowest && 'is-lowest')}>{write(known.price.amount)}</span>
      ) : (
        <span className="date-state">{stateText(known, currency, { t, flights })}</span>
      )}
      {isLowest && <Word text={t('lowest')} />}
      {isChosen && <Word text={t('yours')} />}
      {oldFor && (
        <>
          <i className="date-old" aria-hidden="true" />
          <span className="sr-only">, {t('overADay')}</span>
          <Word text={oldFor} />
        </>
      )}
    </button>
  )
}

const Word = ({ text }: { text: string }) => (
  <span className="date-word">
    <span className="sr-only">, </span>
    {text}
  </span>
)
