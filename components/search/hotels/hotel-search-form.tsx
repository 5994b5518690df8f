'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { openIfReached } from '#lib/client/connection.ts'
import { leaveBy } from '#lib/client/use-back-closes.ts'
import { useSearchForm } from '#lib/client/use-search-form.ts'
import type { FieldReader } from '#lib/travel/field-sentences.ts'
import { AREA_NAME, emptyHotelForm, type HotelFormValues } from '#lib/travel/hotels/hotel-form.ts'
import type { Place } from '#lib/travel/place.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import type { TextKey } from '#lib/travel/texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { PartFailed } from '../../ui/lazily.tsx'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { CurrencyField } from '../currency-field.tsx'
import { DateFields, stayDates } from '../date-fields.tsx'
import { EditedNote, isChanged } from '../edited-note.tsx'
import { PlaceField } from '../place-field.tsx'
import { useKnownPlaces } from '../use-known-places.ts'
import { GuestsField } from './guests-field.tsx'

interface HotelSearchFormProps {
  /** `strip` is tall, with the currency above it; `bar` is one line. */
  shape: 'strip' | 'bar'
  initial: HotelFormValues
  names: PlaceNames
  /** Error messages for fields with an invalid value in the URL. */
  errors?: Partial<Record<keyof HotelFormValues, string>>
  /** Adds what the results page keeps of its URL. Absent: nothing. */
  keep?: (query: string) => string
  /** Called when the form navigates to the search. */
  onSearch?: () => void
}

/** The server's schema, loaded on first use: a page without a submitted form does not need it. */
async function resolve(values: HotelFormValues, initial: HotelFormValues, reader: FieldReader<TextKey<'stayFields'>>) {
  const [{ resolveHotelSearch }, { hotelSentences }] = await Promise.all([
    import('#lib/travel/hotels/resolve-hotel-search.ts'),
    import('#lib/travel/hotels/hotel-sentences.ts'),
  ])
  return resolveHotelSearch(values, { initial, now: new Date(), sentences: hotelSentences(reader) })
}

const fields = ['place', 'check_in', 'check_out', 'adults'] as const

/** The hotel search form. Submitting puts the whole search in the URL; the results page reads it there. */
export function HotelSearchForm({
  shape,
  initial,
  names,
  errors: given = {},
  keep = (query) => query,
  onSearch,
}: HotelSearchFormProps) {
  const t = useTexts('search')
  const reader = { t: useTexts('stayFields'), locale: useLocale() }
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const { known, learn } = useKnownPlaces(names)
  const { values, change, errorOf, refOf, focus, submit, isFailed } = useSearchForm<HotelFormValues>({
    initial,
    given,
    fields,
    resolve: (values) => resolve(values, initial, reader),
    onQuery(query) {
      void openIfReached(() => {
        startTransition(() => leaveBy(router, `/search/hotels?${keep(query)}`))
        onSearch?.()
      })
    },
  })
  const isEdited = shape === 'bar' && Object.keys(given).length === 0 && !isPending && isChanged(initial, values)
  const isArea = values.place === '' && values.lat !== null

  /** A place without a code is searched as the area around its coordinates. */
  function choosePlace(code: string, name: string | undefined, place?: Place) {
    const isPoint = place !== undefined && code === ''
    learn(isPoint ? AREA_NAME : code, name)
    const point = isPoint ? { lat: place.lat, lon: place.lon } : { lat: null, lon: null }
    change({ place: code, ...point, radius_km: emptyHotelForm.radius_km })
  }

  return (
    <form
      className={`search-hotels search-${shape}`}
      onSubmit={submit}
      noValidate
      data-edited={isEdited || undefined}
      aria-label={t('hotelsForm')}
    >
      {shape === 'strip' && (
        <div className="opts">
          <CurrencyField value={values.currency} onChange={(currency) => change({ currency })} />
        </div>
      )}
      <div className="strip">
        <PlaceField
          label={t('where')}
          use="stays"
          className="fld-from"
          code={values.place}
          name={isArea ? known[AREA_NAME] : known[values.place]}
          error={errorOf('place') ?? errorOf('lat') ?? errorOf('lon') ?? errorOf('radius_km')}
          inputRef={refOf('place')}
          onChoose={choosePlace}
          onPicked={() => focus('check_in')}
        />
        <DateFields
          words={stayDates(t)}
          isRound
          date={values.check_in}
          returnDate={values.check_out}
          errors={{ date: errorOf('check_in'), return_date: errorOf('check_out') }}
          dateRef={refOf('check_in')}
          returnRef={refOf('check_out')}
          onChange={(check_in, check_out) => change({ check_in, check_out })}
        />
        <GuestsField
          value={values}
          error={errorOf('adults') ?? errorOf('rooms') ?? errorOf('child_ages')}
          buttonRef={refOf('adults')}
          withCurrency={shape === 'bar'}
          onChange={change}
        />
        <button type="submit" className="btn btn-accent search-go" aria-busy={isPending}>
          {shape === 'bar' && <Icon name="search" />}
          <span>{t('search')}</span>
        </button>
      </div>
      {isFailed && <PartFailed onRetry={submit} />}
      {shape === 'bar' && <EditedNote isEdited={isEdited} />}
    </form>
  )
}
