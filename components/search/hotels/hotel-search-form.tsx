'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { type Resolver, useController, useForm } from 'react-hook-form'
import { localToday } from '#lib/travel/calendar-bounds.ts'
import { AREA_NAME, type HotelFormValues } from '#lib/travel/hotels/hotel-form.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { CurrencyField } from '../currency-field.tsx'
import { DateFields, stayDates } from '../date-fields.tsx'
import { PlaceField } from '../place-field.tsx'
import { useKnownPlaces } from '../use-known-places.ts'
import { GuestsField } from './guests-field.tsx'

interface HotelSearchFormProps {
  /** `strip` is tall, with the currency above it; `bar` is one line. */
  shape: 'strip' | 'bar'
  initial: HotelFormValues
  names: PlaceNames
  /** Sentences for fields that an address got wrong. */
  errors?: Partial<Record<keyof HotelFormValues, string>>
  /** The search is on its way to the address. */
  onSearch?: () => void
}

interface Resolved {
  query: string
}

/** The same schema as the server's, fetched at the first use: a page that is only read does without it. */
const resolver: Resolver<HotelFormValues, unknown, Resolved> = async (values) => {
  const { resolveHotelSearch } = await import('#lib/travel/hotels/resolve-hotel-search.ts')
  const resolved = resolveHotelSearch(values, localToday(new Date()))
  if (resolved.ok) return { values: { query: resolved.query }, errors: {} }
  const errors = Object.entries(resolved.errors).map(([name, message]) => [name, { type: 'refused', message }])
  return { values: {}, errors: Object.fromEntries(errors) }
}

/** The hotel search. Submitting writes the whole search into the address, which is where results read it from. */
export function HotelSearchForm({ shape, initial, names, errors: given = {}, onSearch }: HotelSearchFormProps) {
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const { known, learn } = useKnownPlaces(names)
  const form = useForm<HotelFormValues, unknown, Resolved>({
    defaultValues: initial,
    resolver,
    shouldFocusError: true,
  })
  const { control } = form
  const place = useController({ control, name: 'place' }).field
  const checkIn = useController({ control, name: 'check_in' }).field
  const checkOut = useController({ control, name: 'check_out' }).field
  const guests = useController({ control, name: 'adults' }).field
  const values = form.watch()
  const { errors, isSubmitted } = form.formState
  const errorOf = (name: keyof HotelFormValues) => errors[name]?.message ?? (isSubmitted ? undefined : given[name])
  const isArea = values.place === '' && values.lat !== null

  function change(change: Partial<HotelFormValues>) {
    form.clearErrors()
    for (const name of Object.keys(change)) {
      if (isName(name, values)) form.setValue(name, change[name] ?? values[name], { shouldDirty: true })
    }
    if (isSubmitted) void form.trigger()
  }

  function choosePlace(code: string, name: string | undefined) {
    learn(code, name)
    form.setValue('lat', null)
    form.setValue('lon', null)
    change({ place: code })
  }

  const submit = form.handleSubmit(({ query }) => {
    startTransition(() => router.push(`/search/hotels?${query}`))
    onSearch?.()
  })

  return (
    <form
      className={classes('search search-hotels', `search-${shape}`)}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="Search hotels"
    >
      {shape === 'strip' && (
        <div className="opts">
          <CurrencyField value={values.currency} onChange={(currency) => change({ currency })} />
        </div>
      )}
      <div className="strip">
        <PlaceField
          label="Where"
          className="fld-from"
          code={values.place}
          name={isArea ? known[AREA_NAME] : known[values.place]}
          error={errorOf('place') ?? errorOf('lat') ?? errorOf('lon') ?? errorOf('radius_km')}
          inputRef={place.ref}
          onBlur={place.onBlur}
          onChoose={choosePlace}
        />
        <DateFields
          words={stayDates}
          isRound
          date={values.check_in}
          returnDate={values.check_out}
          errors={{ date: errorOf('check_in'), return_date: errorOf('check_out') }}
          dateRef={checkIn.ref}
          returnRef={checkOut.ref}
          onChange={(check_in, check_out) => change({ check_in, check_out })}
        />
        <GuestsField
          value={values}
          error={errorOf('adults') ?? errorOf('rooms') ?? errorOf('child_ages')}
          buttonRef={guests.ref}
          withCurrency={shape === 'bar'}
          onChange={change}
        />
        <button type="submit" className="btn btn-accent search-go" aria-busy={isPending}>
          {shape === 'bar' && <Icon name="search" />}
          <span>Search</span>
        </button>
      </div>
    </form>
  )
}

function isName(name: string, values: HotelFormValues): name is keyof HotelFormValues {
  return name in values
}
