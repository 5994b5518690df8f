import Link from 'next/link'
import type { ReactNode } from 'react'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { useDatePrices } from '#lib/travel/client/flights/use-date-prices.ts'
import { problemsIn } from '#lib/travel/model/field-sentences.ts'
import { type GridDay, nearestFirst } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell } from '#lib/travel/model/flights/date-price.ts'
import { daysText, stopText } from '#lib/travel/model/flights/date-words.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import type { PriceScale } from '#lib/travel/model/flights/price-levels.ts'
import { daysBetween } from '#lib/travel/model/offset-time.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../../ui/texts.tsx'
import { useAge } from '../../age.tsx'

/** Travel dates with their price. */
export interface PricedDay {
  day: GridDay
  amount: number
  fetchedAtMs: number
}

interface DateFootProps {
  day: GridDay
  /** The price of `day`, if it is known. */
  price: PricedDay | undefined
  /** The dates with the lowest price within reach. */
  lowest: PricedDay | undefined
  write: (amount: number) => string
  href: string
  onTake: (day: GridDay) => void
}

/** The chosen dates with their price, the best change within reach, and the way to their flights. */
export function DateFoot({ day, price, lowest, write, href, onTake }: DateFootProps) {
  const locale = useLocale()
  const [t, travel] = [useTexts('dates'), useTexts('travel')]
  const rich = useRichTexts('dates')
  const age = useAge()
  const nightsOf = ({ days: { date, return_date } }: GridDay) =>
    return_date === null ? travel('one') : travel('nights', { count: daysBetween(date, return_date) })
  const saving = price && lowest ? price.amount - lowest.amount : 0
  const close = (event: { currentTarget: HTMLElement }) => event.currentTarget.closest('dialog')?.close()
  return (
    <div className="date-foot">
      <b className="date-foot-price">{price ? write(price.amount) : '–'}</b>
      <p>
        <b>{daysText(day.days, locale, t)}</b>
        <span>{t('nightsAndAge', { nights: nightsOf(day), age: price ? age(price.fetchedAtMs) : 'none' })}</span>
      </p>
      {lowest && saving > 0 && (
        <p className="date-less">
          {rich('lessOn', {
            amount: write(saving),
            dates: daysText(lowest.day.days, locale, t),
            nights: nightsOf(lowest.day),
            b: (children) => <b>{children}</b>,
            take: (children) => (
              <button type="button" className="link" onClick={() => onTake(lowest.day)}>
                {children}
              </button>
            ),
          })}
        </p>
      )}
      <Button className="date-cancel" onClick={close}>
        {t('cancel')}
      </Button>
      {day.isSelected ? (
        <Button variant="accent" onClick={close}>
          {t('seeFlights')}
        </Button>
      ) : (
        <Link className="btn btn-accent" href={href} prefetch={false} replace>
          {t('seeFlights')}
        </Link>
      )}
    </div>
  )
}

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

interface DateProgressProps {
  search: FlightSearch
  /** The cells that can be searched. */
  days: readonly GridDay[]
  stateOf: (day: GridDay) => DateCell | undefined
  prices: ReturnType<typeof useDatePrices>
}

/** One line: how many prices are known, with the press that asks for the others or stops. */
export function DateProgress({ search, days, stateOf, prices: { isLooking, look, cancel } }: DateProgressProps) {
  const t = useTexts('dates')
  const rich = useRichTexts('dates')
  const states = days.map((day) => stateOf(day)?.state ?? 'unknown')
  const asking = states.filter((state) => state === 'asking').length
  const open = days.filter((_, at) => states[at] === 'unknown' || states[at] === 'failed')
  const checked = states.filter((state) => state === 'priced' || state === 'none').length
  const share = (count: number) => `${(100 * count) / Math.max(1, days.length)}%`
  const press = (onClick: () => void) => (children: ReactNode) => (
    <button type="button" className="link" onClick={onClick}>
      {children}
    </button>
  )
  return (
    <div className="date-progress">
      <b aria-hidden="true">{t('known', { checked, all: days.length })}</b>
      <span className="date-bar" aria-hidden="true">
        <i style={{ width: share(checked) }} />
        <i className="is-asking" style={{ width: share(asking) }} />
      </span>
      <span>
        {isLooking && rich('askingNow', { asking, rest: open.length, stop: press(cancel) })}
        {!isLooking &&
          (open.length > 0
            ? rich('restOnTap', { rest: open.length, all: press(() => look(nearestFirst(search, open))) })
            : t('allChecked'))}
      </span>
      <p className="sr-only" role="status">
        {isLooking ? t('askingSpoken') : t('checkedSpoken', { checked, all: days.length })}
      </p>
    </div>
  )
}

/** Why the last searches ended early, or why the request failed. */
export function DateTrouble({
  currency,
  prices: { stopped, problem },
}: Pick<DateProgressProps, 'prices'> & { currency: string }) {
  const [t, refusals] = [useTexts('dates'), useTexts('refusals')]
  const fields = flightSentences('round', { t: useTexts('flightFields'), locale: useLocale() })
  const refused = (error: ErrorBody) =>
    (error.code === 'INVALID_INPUT' && fields.all(problemsIn(error)).join(' ')) || refusalText(error, refusals)
  return (
    <>
      {stopped && <Notice tone="warn">{stopText(stopped, currency, t)}</Notice>}
      {problem && <Notice tone="stop">{problem.error ? refused(problem.error) : t('failed')}</Notice>}
    </>
  )
}
