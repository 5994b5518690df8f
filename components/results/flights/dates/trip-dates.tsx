'use client'

import { useSearchParams } from 'next/navigation'
import { useMemo, useState } from 'react'
import { dayOfTrip, flightsAlone } from '#lib/travel/flights/flight-alone.ts'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { FlightSearchContext, useFlightSearch } from '../flight-search-context.tsx'
import { DatePanel } from './date-panel.tsx'

interface TripDatesProps {
  today: string
  /** The index of the flight that is shown first. */
  first: number
}

/** The prices of one flight of a multi-city trip on other days. Each day links to the trip with that day. */
export function TripDates({ today, first }: TripDatesProps) {
  const search = useFlightSearch()
  const listed = useSearchParams().toString()
  const [t, dates] = [useTexts('flights'), useTexts('dates')]
  const [at, setAt] = useState(first)
  const flights = useMemo(
    () => flightsAlone(search).map((alone, index) => ({ alone, dayOf: dayOfTrip(search, index), index })),
    [search],
  )
  const shown = flights[at]
  return (
    <div className="trip-dates">
      <fieldset className="trip-flights">
        <legend className="sr-only">{dates('whichFlight')}</legend>
        {flights.map(({ alone: { origin, destination }, index }) => (
          <Button key={index} size="sm" aria-pressed={index === at} onClick={() => setAt(index)}>
            {`${t('flightNumber', { number: index + 1 })} ${origin}–${destination}`}
          </Button>
        ))}
      </fieldset>
      <p>{dates('boughtAlone', { number: at + 1 })}</p>
      {shown && (
        <FlightSearchContext value={shown.alone}>
          <DatePanel key={at} today={today} listed={listed} dayOf={shown.dayOf} />
        </FlightSearchContext>
      )}
    </div>
  )
}
