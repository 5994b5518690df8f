import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { useDatePrices } from '#lib/travel/client/flights/use-date-prices.ts'
import { problemsIn } from '#lib/travel/model/field-sentences.ts'
import { type GridDay, nearestFirst } from '#lib/travel/model/flights/date-grid.ts'
import { maxDateSearches } from '#lib/travel/model/flights/date-text.ts'
import { stopText } from '#lib/travel/model/flights/date-words.ts'
import { flightSentences } from '#lib/travel/model/flights/flight-sentences.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { ErrorBody } from '#runner/contract/errors.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'

interface DateProgressProps {
  search: FlightSearch
  /** The cells that can be searched. */
  days: readonly GridDay[]
  /** The currency of the prices. */
  currency: string
  prices: ReturnType<typeof useDatePrices>
}

/** How many prices are known, and the button that starts or stops the search for more. */
export function DateProgress({
  search,
  days,
  currency,
  prices: { cells, isLooking, stopped, problem, look, cancel },
}: DateProgressProps) {
  const [t, refusals] = [useTexts('dates'), useTexts('refusals')]
  const fields = flightSentences('round', { t: useTexts('flightFields'), locale: useLocale() })
  const refused = (error: ErrorBody) =>
    (error.code === 'INVALID_INPUT' && fields.all(problemsIn(error)).join(' ')) || refusalText(error, refusals)
  const states = days.map(({ key }) => cells.get(key)?.state ?? 'unknown')
  const asking = states.filter((state) => state === 'asking').length
  const open = days.filter((_, at) => states[at] === 'unknown' || states[at] === 'failed')
  const checked = states.filter((state) => state === 'priced' || state === 'none').length
  const rest = days.length - checked - asking
  return (
    <div className="date-progress">
      <h3 id="date-progress-label">{t('checked', { checked, all: days.length })}</h3>
      <progress max={days.length} value={checked} aria-labelledby="date-progress-label" />
      <p>
        {isLooking && t('askingNow', { asking, rest })}
        {!isLooking && (rest > 0 ? t('unknownRest', { rest, most: maxDateSearches }) : t('allChecked'))}
      </p>
      {isLooking ? (
        <Button onClick={cancel}>{t('stop')}</Button>
      ) : (
        <Button variant="accent" disabled={open.length === 0} onClick={() => look(nearestFirst(search, open))}>
          {t('look')}
        </Button>
      )}
      <p className="sr-only" role="status">
        {isLooking ? t('askingSpoken') : t('checkedSpoken', { checked, all: days.length })}
      </p>
      {stopped && <Notice tone="warn">{stopText(stopped, currency, t)}</Notice>}
      {problem && <Notice tone="stop">{problem.error ? refused(problem.error) : t('failed')}</Notice>}
    </div>
  )
}
