'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { leaveBy } from '#lib/client/use-back-closes.ts'
import { useSearchForm } from '#lib/client/use-search-form.ts'
import { localToday } from '#lib/travel/calendar-bounds.ts'
import type { FlightFormValues } from '#lib/travel/flights/flight-form.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { useFollowingChart } from '../../chart/following-chart.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DateFields, flightDates } from '../date-fields.tsx'
import { EditedNote, isChanged } from '../edited-note.tsx'
import { PlaceField } from '../place-field.tsx'
import { useKnownPlaces } from '../use-known-places.ts'
import { PartyField } from './party-field.tsx'
import { TripField } from './trip-field.tsx'
import { TripOptions } from './trip-options.tsx'

interface FlightSearchFormProps {
  /** `strip` is tall, with the options above it; `bar` is one line. */
  shape: 'strip' | 'bar'
  initial: FlightFormValues
  names: PlaceNames
  /** Error messages for fields with an invalid value in the URL. */
  errors?: Partial<Record<keyof FlightFormValues, string>>
  /** Called when the form navigates to the search. */
  onSearch?: () => void
}

/** The server's schema, loaded on first use: a page without a submitted form does not need it. */
async function resolve(values: FlightFormValues) {
  const { resolveSearch } = await import('#lib/travel/flights/resolve-flight-search.ts')
  return resolveSearch(values, localToday(new Date()))
}

const fields = ['origin', 'destination', 'date', 'return_date', 'adults'] as const

/** The flight search form. Submitting puts the whole search in the URL; the results page reads it there. */
export function FlightSearchForm({ shape, initial, names, errors: given = {}, onSearch }: FlightSearchFormProps) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const { known, learn } = useKnownPlaces(names)
  const [swapped, setSwapped] = useState('')
  const { values, change, errorOf, refOf, focus, submit } = useSearchForm<FlightFormValues>({
    initial,
    given,
    fields,
    resolve,
    onQuery(query) {
      startTransition(() => leaveBy(router, `/search/flights?${query}`))
      onSearch?.()
    },
  })
  useFollowingChart(values.origin, values.destination)
  const isEdited = shape === 'bar' && Object.keys(given).length === 0 && !isPending && isChanged(initial, values)

  function choosePlace(field: 'origin' | 'destination', code: string, name: string | undefined) {
    learn(code, name)
    change({ [field]: code })
  }

  function swap() {
    const { origin, destination } = values
    change({ origin: destination, destination: origin })
    const say = (code: string) => known[code] || code || 'no place yet'
    setSwapped(`From ${say(destination)}, to ${say(origin)}`)
  }

  const place = (field: 'origin' | 'destination', label: string) => (
    <PlaceField
      label={label}
      use="flights"
      className={field === 'destination' ? 'fld-to' : 'fld-from'}
      code={values[field]}
      name={known[values[field]]}
      error={errorOf(field)}
      inputRef={refOf(field)}
      onChoose={(code, name) => choosePlace(field, code, name)}
      onPicked={() => focus(field === 'origin' ? 'destination' : 'date')}
    />
  )

  return (
    <form
      className={`search-${shape}`}
      onSubmit={submit}
      noValidate
      data-edited={isEdited || undefined}
      aria-label="Search flights"
    >
      {shape === 'strip' && <TripOptions value={values} onChange={change} />}
      <div className="strip">
        {shape === 'bar' && <TripField value={values} onChange={change} />}
        {place('origin', 'From')}
        <div className="swap-seat">
          <button type="button" className="swap" aria-label="Swap from and to" onClick={swap}>
            <Icon name="swap" small />
          </button>
        </div>
        {place('destination', 'To')}
        <DateFields
          words={flightDates}
          isRound={values.trip === 'round'}
          date={values.date}
          returnDate={values.return_date}
          errors={{ date: errorOf('date'), return_date: errorOf('return_date') }}
          dateRef={refOf('date')}
          returnRef={refOf('return_date')}
          onChange={(date, return_date) => change({ date, return_date })}
          onWantReturn={() => change({ trip: 'round' })}
        />
        <PartyField
          value={values}
          error={errorOf('adults') ?? errorOf('children') ?? errorOf('infants') ?? errorOf('cabin')}
          buttonRef={refOf('adults')}
          onChange={change}
          className="fld-party"
        />
        <button type="submit" className="btn btn-accent search-go" aria-busy={isPending}>
          {shape === 'bar' && <Icon name="search" />}
          <span>Search</span>
        </button>
      </div>
      <span className="sr-only" aria-live="polite">
        {swapped}
      </span>
      {shape === 'bar' && <EditedNote isEdited={isEdited} />}
    </form>
  )
}
