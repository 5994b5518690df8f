'use client'

import { type RefObject, useMemo, useState } from 'react'
import { dayOfTrip, flightsAlone } from '#lib/travel/model/flights/flight-alone.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { Button } from '../../../../ui/button.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { useLocale, useTexts } from '../../../../ui/texts.tsx'
import { FlightSearchContext, useFlightSearch } from '../flight-search-context.tsx'
import { DatePanel } from './date-panel.tsx'

interface TripDatesProps {
  /** The sheet with the prices of other days. */
  sheet: RefObject<HTMLDialogElement | null>
  today: string
  /** The currency of the list. */
  currency: string
}

/** The days of a multi-city trip as a strip: each opens the prices of its flight on other days. */
export function TripDates({ sheet, today, currency }: TripDatesProps) {
  const search = useFlightSearch()
  const locale = useLocale()
  const t = useTexts('flights')
  const [shown, setShown] = useState(0)
  const flights = useMemo(
    () => flightsAlone(search).map((alone, at) => ({ alone, at, dayOf: dayOfTrip(search, at) })),
    [search],
  )
  function open(at: number) {
    setShown(at)
    sheet.current?.showModal()
  }
  return (
    <>
      <nav className="days days-trip no-print" aria-label={t('pricesOfOtherDays')}>
        {flights.map(({ alone, at }) => (
          <button key={at} type="button" className="day column" aria-haspopup="dialog" onClick={() => open(at)}>
            <span className="day-date">{t('flightNumber', { number: at + 1 })}</span>
            <span className="day-price">{formatDate(alone.date, locale)}</span>
            <Icon name="down" small />
          </button>
        ))}
      </nav>
      <Sheet ref={sheet} title={t('dates')} className="day-sheet">
        <FlightDates flights={flights} shown={shown} onShow={setShown} today={today} currency={currency} />
      </Sheet>
    </>
  )
}

interface FlightDatesProps {
  flights: readonly {
    alone: ReturnType<typeof flightsAlone>[number]
    at: number
    dayOf: ReturnType<typeof dayOfTrip>
  }[]
  /** The index of the flight whose days are shown. */
  shown: number
  onShow: (at: number) => void
  today: string
  currency: string
}

/** The prices of one flight bought alone. Each day links to the whole trip with that day. */
function FlightDates({ flights, shown, onShow, today, currency }: FlightDatesProps) {
  const [t, dates] = [useTexts('flights'), useTexts('dates')]
  const flight = flights[shown]
  return (
    <div className="trip-dates">
      <fieldset className="trip-flights flow">
        <legend className="sr-only">{dates('whichFlight')}</legend>
        {flights.map(({ alone: { origin, destination }, at }) => (
          <Button key={at} size="sm" aria-pressed={at === shown} onClick={() => onShow(at)}>
            {`${t('flightNumber', { number: at + 1 })} ${origin}–${destination}`}
          </Button>
        ))}
      </fieldset>
      <p>{dates('boughtAlone', { number: shown + 1 })}</p>
      {flight && (
        <FlightSearchContext value={flight.alone}>
          <DatePanel key={`${shown} ${currency}`} today={today} currency={currency} dayOf={flight.dayOf} />
        </FlightSearchContext>
      )}
    </div>
  )
}
