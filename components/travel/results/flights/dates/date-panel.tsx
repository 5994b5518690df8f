'use client'

import { formatWeekday } from '#lib/travel/model/format-days.ts'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'
import './dates.css'
import { useEffect, useMemo, useState } from 'react'
import { firstWeekday } from '#lib/platform/client/first-weekday.ts'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { useDatePrices } from '#lib/travel/client/flights/use-date-prices.ts'
import { hasFilters } from '#lib/travel/client/list-query.ts'
import {
  type GridDay,
  gridOfDays,
  monthsToOffer,
  moveMonth,
  weeksOfMonth,
} from '#lib/travel/model/flights/date-grid.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { formatMonth } from '#lib/travel/model/format-days.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { addDays } from '#lib/travel/model/offset-time.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { DataBadge } from '../../data-badge.tsx'
import { useReader } from '../../reader.tsx'
import { useFlightSearch } from '../flight-search-context.tsx'
import { DateLegend } from './date-legend.tsx'
import { DateProgress } from './date-progress.tsx'
import { DateTable } from './date-table.tsx'

/** A Monday. */
const anyMonday = '2027-01-04'

interface DatePanelProps {
  today: string
  /** The current query string: links keep its sort order and filters. */
  listed: string
  /** The currency of the list beside the panel. Set it as `key` too, so that prices in another one are dropped. */
  currency: string
  /**
   * Adapts a day to a larger trip: changes its link, and whether it can be searched. Absent: a day links to the same
   * search on that day.
   */
  dayOf?: (day: GridDay) => GridDay
}

/**
 * The prices of the days around the search, or of a month. Known prices come from the cache; a press searches days
 * without a price.
 */
export function DatePanel({ today, listed, currency, dayOf }: DatePanelProps) {
  const search = useFlightSearch()
  const locale = useLocale()
  const { travelers } = useReader()
  const t = useTexts('dates')
  const travel = useTexts('travel')
  const [view, setView] = useState<'around' | 'month'>('around')
  const [month, setMonth] = useState(search.date.slice(0, 7))
  const [weekday] = useState(firstWeekday)
  const prices = useDatePrices(search, currency)
  const { recall, cells } = prices
  const rows = useMemo(() => {
    const found =
      view === 'around' ? gridOfDays(search, today) : weeksOfMonth(search, month, { today, firstWeekday: weekday })
    return dayOf ? found.map((row) => row.map((day) => day && dayOf(day))) : found
  }, [search, today, view, month, weekday, dayOf])
  const days = useMemo(
    () =>
      rows
        .flat()
        .filter((day) => day !== null)
        .filter(({ isOut }) => !isOut),
    [rows],
  )
  useEffect(() => recall(days), [recall, days])

  const months = monthsToOffer(today)
  const move = (by: 1 | -1) => {
    const to = moveMonth(month, by)
    if (to >= months.first && to <= months.last) setMonth(to)
  }
  const priced = days.flatMap(({ key }) => {
    const known = cells.get(key)
    return known?.state === 'priced' ? [known] : []
  })
  const amounts = priced.map(({ price }) => price.amount)
  const write = priceWriter(amounts, currency, locale)
  const labels = new Set(priced.map(({ data }) => data))
  const isRound = search.return_date !== null
  const scope = { count: travelers, currency }
  const table = { rows, listed, cells, currency, write }

  return (
    <section className="date-panel" aria-labelledby="date-panel-heading">
      <div className="date-head">
        <h3 id="date-panel-heading">{view === 'around' ? t('aroundTitle') : formatMonth(month, locale)}</h3>
        <p>{view === 'month' && isRound ? t('scopeSameStay', scope) : t('scope', scope)}</p>
        {hasFilters(listed, flightList) && <p>{t('withoutFilters')}</p>}
        <div className="date-views">
          <Button size="sm" aria-pressed={view === 'around'} onClick={() => setView('around')}>
            {t('aroundView')}
          </Button>
          <Button size="sm" aria-pressed={view === 'month'} onClick={() => setView('month')}>
            {t('monthView')}
          </Button>
        </div>
        {view === 'month' && (
          <div className="date-move">
            <Button
              size="sm"
              aria-label={t('monthBefore')}
              aria-disabled={month <= months.first}
              onClick={() => move(-1)}
            >
              <Icon name="left" small />
            </Button>
            <Button size="sm" aria-label={t('monthAfter')} aria-disabled={month >= months.last} onClick={() => move(1)}>
              <Icon name="right" small />
            </Button>
          </div>
        )}
      </div>
      <div className="date-body">
        {view === 'around' ? (
          <DateTable
            key="around"
            {...table}
            label={t('aroundTable')}
            columnHeads={rows[0]?.map((day) => day && formatDate(day.days.date, locale)) ?? []}
            rowHeads={rows.map((row) => {
              const back = row[0]?.days.return_date
              return back ? formatDate(back, locale) : travel('one')
            })}
            corner={isRound ? t('corner') : ''}
          />
        ) : (
          <DateTable
            key="month"
            {...table}
            label={t('monthTable', { month: formatMonth(month, locale) })}
            columnHeads={Array.from({ length: 7 }, (_, at) =>
              formatWeekday(addDays(anyMonday, weekday - 1 + at), locale),
            )}
            onPage={move}
          />
        )}
        <div className="date-side">
          <DateProgress search={search} days={days} currency={currency} prices={prices} />
          {[...labels].toSorted().map((data) => (
            <DataBadge key={data} data={data} />
          ))}
          <DateLegend amounts={amounts} write={write} />
        </div>
      </div>
    </section>
  )
}
