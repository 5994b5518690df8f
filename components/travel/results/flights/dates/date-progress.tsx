import type { ReactNode } from 'react'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { useDatePrices } from '#lib/travel/client/flights/use-date-prices.ts'
import { problemsIn } from '#lib/travel/model/field-sentences.ts'
import { type GridDay, nearestFirst } from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell } from '#lib/travel/model/flights/date-price.ts'
import { stopText } from '#lib/travel/model/flights/date-words.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../../ui/texts.tsx'

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
