'use client'

import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { type Resolver, useController, useForm } from 'react-hook-form'
import { localToday } from '#lib/travel/calendar-bounds.ts'
import type { FlightFormValues } from '#lib/travel/flights/flight-form.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { DateFields, flightDates } from '../date-fields.tsx'
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
  /** Sentences for fields that an address got wrong. */
  errors?: Partial<Record<keyof FlightFormValues, string>>
  /** The search is on its way to the address. */
  onSearch?: () => void
}

interface Resolved {
  query: string
}

/** The same schema as the server's, fetched at the first use: a page that is only read does without it. */
const resolver: Resolver<FlightFormValues, unknown, Resolved> = async (values) => {
  const { resolveSearch } = await import('#lib/travel/flights/resolve-flight-search.ts')
  const resolved = resolveSearch(values, localToday(new Date()))
  if (resolved.ok) return { values: { query: resolved.query }, errors: {} }
  const errors = Object.entries(resolved.errors).map(([name, message]) => [name, { type: 'refused', message }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** The flight search. Submitting writes the whole search into the address, which is where results read it from. */
export function FlightSearchForm({ shape, initial, names, errors: given = {}, onSearch }: FlightSearchFormProps) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const { known, learn } = useKnownPlaces(names)
  const [swapped, setSwapped] = useState('')
  const form = useForm<FlightFormValues, unknown, Resolved>({
    defaultValues: initial,
    resolver,
    shouldFocusError: true,
  })
  const { control } = form
  const origin = useController({ control, name: 'origin' }).field
  const destination = useController({ control, name: 'destination' }).field
  const date = useController({ control, name: 'date' }).field
  const returnDate = useController({ control, name: 'return_date' }).field
  const party = useController({ control, name: 'adults' }).field
  const values = form.watch()
  const { errors, isSubmitted } = form.formState
  const errorOf = (name: keyof FlightFormValues) => errors[name]?.message ?? (isSubmitted ? undefined : given[name])

  function change(change: Partial<FlightFormValues>) {
    form.clearErrors()
    for (const name of Object.keys(change)) {
      if (isName(name, values)) form.setValue(name, change[name] ?? values[name], { shouldDirty: true })
    }
    if (isSubmitted) void form.trigger()
  }

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

  const submit = form.handleSubmit(({ query }) => {
    startTransition(() => router.push(`/search/flights?${query}`))
    onSearch?.()
  })

  const place = (field: 'origin' | 'destination', label: string) => (
    <PlaceField
      label={label}
      className={field === 'destination' ? 'fld-to' : 'fld-from'}
      code={values[field]}
      name={known[values[field]]}
      error={errorOf(field)}
      inputRef={(field === 'origin' ? origin : destination).ref}
      onBlur={(field === 'origin' ? origin : destination).onBlur}
      onChoose={(code, name) => choosePlace(field, code, name)}
    />
  )

  return (
    <form
      className={classes('search', `search-${shape}`)}
      onSubmit={(event) => void submit(event)}
      noValidate
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
          dateRef={date.ref}
          returnRef={returnDate.ref}
          onChange={(date, return_date) => change({ date, return_date })}
          onWantReturn={() => change({ trip: 'round' })}
        />
        <PartyField
          value={values}
          error={errorOf('adults') ?? errorOf('children') ?? errorOf('infants') ?? errorOf('cabin')}
          buttonRef={party.ref}
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
    </form>
  )
}

function isName(name: string, values: FlightFormValues): name is keyof FlightFormValues {
  return name in values
}
