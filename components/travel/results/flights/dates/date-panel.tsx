'use client'

import './dates.css'
import { useSearchParams } from 'next/navigation'
import { useEffect, useMemo, useRef, useState } from 'react'
import { firstWeekday } from '#lib/platform/client/first-weekday.ts'
import { useMedia } from '#lib/platform/client/use-media.ts'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { useDatePrices } from '#lib/travel/client/flights/use-date-prices.ts'
import { hasFilters, withListed } from '#lib/travel/client/list-query.ts'
import {
  type GridDay,
  gridOfDays,
  monthsToOffer,
  moveMonth,
  nightsOf,
  weeksOfMonth,
} from '#lib/travel/model/flights/date-grid.ts'
import type { DateCell } from '#lib/travel/model/flights/date-price.ts'
import { bagQuery } from '#lib/travel/model/flights/date-text.ts'
import { type PriceScale, priceScale } from '#lib/travel/model/flights/price-levels.ts'
import { formatDate, formatMonth, formatWeekday } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { priceWriter } from '#lib/travel/model/money.ts'
import { addDays } from '#lib/travel/model/offset-time.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'
import { useTravelProfile } from '../../../profile/profile-provider.tsx'
import { useAge } from '../../age.tsx'
import { DataBadge } from '../../data-badge.tsx'
import { useNow, useReader } from '../../reader.tsx'
import { useFlightSearch } from '../flight-search-context.tsx'
import { DateFoot, DateLegend, DateProgress, DateTrouble, type PricedDay } from './date-foot.tsx'
import { DateTable } from './date-table.tsx'

/** An older price is marked as old, and is never the lowest. */
const DAY_MS = 24 * 60 * 60_000

/** A Monday. */
const anyMonday = '2027-01-04'

interface DatePanelProps {
  today: string
  /** The currency of the list beside the panel. Set it as `key` too, so that prices in another one are dropped. */
  currency: string
  /** What the results page already knows about a day. */
  knownOn?: (day: GridDay) => DateCell | undefined
  /**
   * Adapts a day to a larger trip: changes its link, and whether it can be searched. Absent: a day links to the same
   * search on that day.
   */
  dayOf?: (day: GridDay) => GridDay
}

/**
 * The prices of the days around the search and of a month, side by side, or on narrow pages one at a time. Known prices
 * show at once; a press asks for one other day, or for all.
 */
export function DatePanel({ today, currency, knownOn, dayOf = itself }: DatePanelProps) {
  const search = useFlightSearch()
  // Links keep the sort order and the filters.
  const listed = useSearchParams().toString()
  const locale = useLocale()
  const { travelers } = useReader()
  const [t, travel, results] = [useTexts('dates'), useTexts('travel'), useTexts('results')]
  const age = useAge()
  const isWide = useMedia('(min-width: 64em)')
  const [view, setView] = useState<'around' | 'month'>('around')
  const [month, setMonth] = useState(search.date.slice(0, 7))
  const [weekday] = useState(firstWeekday)
  /** The wanted length of stay; null for any. */
  const [stay, setStay] = useState<number | null>(null)
  const ownStay = nightsOf(search)
  const now = useNow()
  const prices = useDatePrices(search, currency, bagQuery(useTravelProfile().profile))
  const { recall, cells, isLooking, look } = prices
  const heads = useMemo(() => gridOfDays(search, today).map((row) => row.map(dayOf)), [search, today, dayOf])
  const around = useMemo(
    () => heads.map((row) => row.map((day) => (stay === null || nightsOf(day.days) === stay ? day : null))),
    [heads, stay],
  )
  const weeks = useMemo(
    () =>
      weeksOfMonth(search, month, { today, firstWeekday: weekday, nights: stay ?? ownStay }).map((row) =>
        row.map((day) => day && dayOf(day)),
      ),
    [search, today, month, weekday, dayOf, stay, ownStay],
  )
  const [hasAround, hasMonth] = [isWide || view === 'around', isWide || view === 'month']
  const aroundDays = useMemo(() => daysIn(around), [around])
  const monthDays = useMemo(() => daysIn(weeks), [weeks])
  useEffect(() => (hasAround ? recall(aroundDays) : undefined), [recall, hasAround, aroundDays])
  useEffect(() => (hasMonth ? recall(monthDays) : undefined), [recall, hasMonth, monthDays])

  const months = monthsToOffer(today)
  const move = (by: 1 | -1) => {
    const to = moveMonth(month, by)
    if (to >= months.first && to <= months.last) setMonth(to)
  }
  const stateOf = (day: GridDay): DateCell | undefined => {
    const known = cells.get(day.key)
    return known === undefined || known.state === 'unknown' ? (knownOn?.(day) ?? known) : known
  }
  const pricedOf = (day: GridDay): PricedDay[] => {
    const known = stateOf(day)
    return known?.state === 'priced'
      ? [{ day, amount: known.price.amount, fetchedAtMs: Date.parse(known.fetched_at) }]
      : []
  }
  const shown = [...(hasAround ? aroundDays : []), ...(hasMonth ? monthDays : [])]
  const isFresh = ({ fetchedAtMs }: PricedDay) => now - fetchedAtMs <= DAY_MS
  const priced = shown.flatMap(pricedOf)
  const amounts = priced.map(({ amount }) => amount)
  const scaleNow = () =>
    priceScale(
      amounts,
      priced.filter(isFresh).map(({ amount }) => amount),
    )
  const write = priceWriter(amounts, currency, locale)
  // While prices arrive, a new one fills only its own cell. The tints follow once, at the end.
  const scale = useRef<PriceScale>(null)
  if (!isLooking || scale.current === null) scale.current = scaleNow()

  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const own = heads.flat().find(({ isSelected }) => isSelected)
  const chosen = [...aroundDays, ...monthDays].find(({ key }) => key === chosenKey) ?? own
  const lowest = aroundDays
    .flatMap(pricedOf)
    .filter(isFresh)
    .toSorted((a, b) => a.amount - b.amount)[0]
  function press(day: GridDay) {
    setChosenKey(day.key)
    const known = stateOf(day)?.state
    if (known === undefined || known === 'unknown' || known === 'failed') look([day])
  }

  const facts = shown.map(stateOf).filter((known) => known?.state === 'priced')
  // No provider is credited with generated prices.
  const credited = facts.filter(({ data, provider }) => data !== 'sample' && provider !== '')
  const providers = [...new Set(credited.map(({ provider }) => provider))].toSorted()
  const times = facts.map(({ fetched_at }) => Date.parse(fetched_at))
  const labels = [...new Set(facts.map(({ data }) => data))].toSorted()
  const { return_date } = search
  const nightsText = (count: number) => travel('nights', { count })
  const stays = ownStay === null ? [] : [ownStay - 1, ownStay, ownStay + 1].filter((count) => count > 0)
  const table = {
    stateOf,
    oldFor: (known: DateCell | undefined) => {
      const at = known?.state === 'priced' ? Date.parse(known.fetched_at) : now
      return now - at > DAY_MS ? age(at) : undefined
    },
    chosen: chosen?.key,
    scale: scale.current,
    currency,
    write,
    onPress: press,
  }

  return (
    <section className="date-panel" aria-label={t('title')}>
      <p className="date-scope">
        {t('scope', { count: travelers, currency })}
        {hasFilters(listed, flightList) && ` ${t('withoutFilters')}`}
      </p>
      {stays.length > 0 && (
        <fieldset className="date-views date-stays">
          <legend className="sr-only">{t('stay')}</legend>
          {stays.map((count) => (
            <Button key={count} size="sm" aria-pressed={count === stay} onClick={() => setStay(count)}>
              {nightsText(count)}
            </Button>
          ))}
          <Button size="sm" aria-pressed={stay === null} onClick={() => setStay(null)}>
            {t('anyStay')}
          </Button>
        </fieldset>
      )}
      {!isWide && (
        <div className="date-views">
          <Button size="sm" aria-pressed={view === 'around'} onClick={() => setView('around')}>
            {t('aroundView')}
          </Button>
          <Button size="sm" aria-pressed={view === 'month'} onClick={() => setView('month')}>
            {t('monthView')}
          </Button>
        </div>
      )}
      {times.length > 0 && (
        <p className="date-sources">
          {inList(
            [...providers, t('ages', { newest: age(Math.max(...times)), oldest: age(Math.min(...times)) })],
            results,
          )}{' '}
          {labels.map((data) => (
            <DataBadge key={data} data={data} />
          ))}
        </p>
      )}
      <DateTrouble currency={currency} prices={prices} />
      <div className="date-body">
        {hasAround && (
          <section aria-labelledby="date-around">
            <div className="date-head">
              <h3 id="date-around">{t('aroundTitle')}</h3>
              {return_date !== null && <p>{t('axes')}</p>}
            </div>
            <DateProgress search={search} days={aroundDays} stateOf={stateOf} prices={prices} />
            <DateTable
              {...table}
              rows={around}
              label={t('aroundTable')}
              columnHeads={heads[0]?.map(({ days }) => formatDate(days.return_date ?? days.date, locale)) ?? []}
              rowHeads={heads.map(([first]) =>
                first && return_date !== null ? formatDate(first.days.date, locale) : travel('one'),
              )}
            />
          </section>
        )}
        {hasMonth && (
          <section aria-labelledby="date-month">
            <div className="date-head">
              <h3 id="date-month">{formatMonth(month, locale)}</h3>
              {ownStay !== null && <p>{t('lowestFor', { nights: nightsText(stay ?? ownStay) })}</p>}
              <div className="date-move">
                <Button
                  size="sm"
                  aria-label={t('monthBefore')}
                  aria-disabled={month <= months.first}
                  onClick={() => move(-1)}
                >
                  <Icon name="left" small />
                </Button>
                <Button
                  size="sm"
                  aria-label={t('monthAfter')}
                  aria-disabled={month >= months.last}
                  onClick={() => move(1)}
                >
                  <Icon name="right" small />
                </Button>
              </div>
            </div>
            <DateProgress search={search} days={monthDays} stateOf={stateOf} prices={prices} />
            <DateTable
              {...table}
              rows={weeks}
              label={t('monthTable', { month: formatMonth(month, locale) })}
              columnHeads={Array.from({ length: 7 }, (_, at) =>
                formatWeekday(addDays(anyMonday, weekday - 1 + at), locale),
              )}
              onPage={move}
            />
          </section>
        )}
      </div>
      <DateLegend scale={scale.current} write={write} />
      {chosen && (
        <DateFoot
          day={chosen}
          price={pricedOf(chosen)[0]}
          lowest={lowest}
          write={write}
          href={`/search/flights?${withListed(chosen.query, listed, flightList.names)}`}
          onTake={press}
        />
      )}
    </section>
  )
}

const itself = (day: GridDay): GridDay => day

/** The days of a table that can be searched. */
const daysIn = (rows: readonly (readonly (GridDay | null)[])[]): GridDay[] =>
  rows
    .flat()
    .filter((day) => day !== null)
    .filter(({ isOut }) => !isOut)
