'use client'

import { useSearchParams } from 'next/navigation'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import type { DayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import { hasFilters } from '#lib/travel/client/list-query.ts'
import { dayPriceWriter } from '#lib/travel/model/flights/strip-days.ts'
import { Button } from '../../../../ui/button.tsx'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'
import { DatePanel } from '../dates/date-panel.tsx'
import { DayCell } from './day-cell.tsx'

interface DayListProps {
  days: DayPrices
  today: string
}

/** The days of the strip as a list, which replaces the strip on phones, and the prices of more dates. */
export function DayList({ days: { days, currency, knownFor, check, move }, today }: DayListProps) {
  const listed = useSearchParams().toString()
  const locale = useLocale()
  const [t, dates] = [useTexts('flights'), useTexts('dates')]
  const write = dayPriceWriter(days, currency, locale)
  const [isFirst, isLast] = [days[0]?.isOut, days.at(-1)?.isOut]
  return (
    <>
      <div className="day-week">
        {hasFilters(listed, flightList) && <p>{dates('withoutFilters')}</p>}
        <div className="day-list">
          {days.map((day) => (
            <DayCell key={day.date} day={day} write={write} listed={listed} onCheck={check} isInSheet />
          ))}
        </div>
        <div className="day-list-move">
          <Button aria-disabled={isFirst} onClick={() => !isFirst && move(-1)}>
            {t('weekEarlier')}
          </Button>
          <Button aria-disabled={isLast} onClick={() => !isLast && move(1)}>
            {t('weekLater')}
          </Button>
        </div>
      </div>
      <DatePanel key={currency} today={today} listed={listed} currency={currency} knownOn={knownFor} />
    </>
  )
}
