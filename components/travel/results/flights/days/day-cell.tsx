import Link from 'next/link'
import { useRef } from 'react'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { withListed } from '#lib/travel/client/list-query.ts'
import type { DateCell } from '#lib/travel/model/flights/date-price.ts'
import type { StripDay } from '#lib/travel/model/flights/strip-days.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { classes } from '../../../../ui/classes.ts'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'

interface DayCellProps {
  day: StripDay
  /** Formats the prices of all days alike. */
  write: (amount: number) => string
  /** The current query string: the link keeps its sort order and filters. */
  listed: string
  onCheck: (date: string) => void
}

function textOf(price: DateCell) {
  if (price.state === 'none') return 'noFlights'
  if (price.state === 'failed' && price.reason === 'bags') return 'noBagPrice'
  return price.state === 'failed' && price.reason === 'tickets' ? 'separateTickets' : 'noAnswer'
}

/**
 * One day: a link to its search, or a button that checks an unknown price. The link that replaces a pressed button takes
 * its focus. A failed check leaves the link, whose page gives the reason. A day that cannot be searched has neither.
 */
export function DayCell({ day, write, listed, onCheck }: DayCellProps) {
  const { date, query, isSelected, isOut, price, isLowest, share } = day
  const locale = useLocale()
  const [t, dates] = [useTexts('flights'), useTexts('dates')]
  const isPressed = useRef(false)
  const press = () => {
    isPressed.current = true
    onCheck(date)
  }
  const takeFocus = (link: HTMLAnchorElement | null) => {
    if (!link || !isPressed.current) return
    isPressed.current = false
    if (document.activeElement === document.body) link.focus()
  }
  const name = <span className="day-date">{formatDate(date, locale)}</span>
  if (isOut) {
    return (
      <span className="day column is-out">
        {name}
        <span className="day-price">
          –<span className="sr-only"> {t('cannotBeSearched')}</span>
        </span>
      </span>
    )
  }
  if (price.state === 'unknown' && !isSelected) {
    return (
      <button type="button" className="day column" onClick={press}>
        {name}
        <span className="day-price">{t('checkPrice')}</span>
      </button>
    )
  }
  return (
    <Link
      ref={takeFocus}
      className={classes('day column', isLowest && 'is-lowest')}
      href={`/search/flights?${withListed(query, listed, flightList.names)}`}
      aria-current={isSelected ? 'date' : undefined}
      prefetch={false}
    >
      {name}
      <span className="day-price">
        {price.state === 'priced' ? (
          write(price.price.amount)
        ) : price.state === 'asking' ? (
          <>
            <span aria-hidden="true">…</span>
            <span className="sr-only">{t('priceBeingChecked')}</span>
          </>
        ) : (
          t(textOf(price))
        )}
        {isLowest && <span className="sr-only">, {dates('lowest')}</span>}
      </span>
      {share > 0 && <i style={{ height: `${(share * 1.2).toFixed(2)}rem` }} aria-hidden="true" />}
    </Link>
  )
}
