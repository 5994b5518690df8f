'use client'

import type { TextKey, Texts } from '#lib/platform/model/texts.ts'
import type { FieldReader } from '#lib/travel/model/field-sentences.ts'
import { AREA_NAME, emptyHotelForm, type HotelFormValues } from '#lib/travel/model/hotels/hotel-form.ts'
import type { Place } from '#lib/travel/model/place.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { usePageCurrency } from '../../profile/profile-provider.tsx'
import { useVisitMemory } from '../../results/visit-provider.tsx'
import type { DateWords } from '../calendar-panel.tsx'
import { DateFields } from '../date-fields.tsx'
import { PlaceField } from '../place-field.tsx'
import {
  SearchButton,
  SearchFormFrame,
  type SearchFormProps,
  useKnownPlaces,
  useLeave,
  useLeftForm,
  useResultsForm,
} from '../search-form.tsx'
import { GuestsField } from './guests-field.tsx'

export const stayDates = (t: Texts<'search'>): DateWords => ({
  from: t('checkIn'),
  to: (nights) => (nights > 0 ? t('checkOutNights', { nights }) : t('checkOut')),
  range: t('stayDates'),
  choose: t('chooseCheckInOut'),
  chooseEnd: t('chooseCheckOut'),
})

/** The server's schema, loaded on first use: a page without a submitted form does not need it. */
async function resolve(values: HotelFormValues, initial: HotelFormValues, reader: FieldReader<TextKey<'stayFields'>>) {
  const [{ resolveHotelSearch }, { hotelSentences }] = await Promise.all([
    import('#lib/travel/model/hotels/resolve-hotel-search.ts'),
    import('#lib/travel/model/hotels/hotel-sentences.ts'),
  ])
  return resolveHotelSearch(values, { initial, now: new Date(), sentences: hotelSentences(reader) })
}

const fields = ['place', 'check_in', 'check_out', 'adults'] as const

/** The hotel search form. Submitting puts the whole search in the URL; the results page reads it there. */
export function HotelSearchForm(given: SearchFormProps<HotelFormValues>) {
  const { hotelForm } = useVisitMemory()
  const props = useLeftForm(given, hotelForm)
  const { shape, initial, names } = props
  const t = useTexts('search')
  const reader = { t: useTexts('stayFields'), locale: useLocale() }
  const { known, learn } = useKnownPlaces(names)
  const form = useResultsForm<HotelFormValues>(props, {
    kind: 'hotels',
    fields,
    resolve: (values) => resolve(values, initial, reader),
  })
  const { values, change, errorOf, refOf, focus } = form
  usePageCurrency(props.keep ? null : values.currency, (currency) => change({ currency }))
  useLeave(props.home, hotelForm, { initial: values, names: known })
  const isArea = values.place === '' && values.lat !== null

  /** A place without a code is searched as the area around its coordinates. */
  function choosePlace(code: string, name: string | undefined, place?: Place) {
    const isPoint = place !== undefined && code === ''
    learn(isPoint ? AREA_NAME : code, name)
    const point = isPoint ? { lat: place.lat, lon: place.lon } : { lat: null, lon: null }
    change({ place: code, ...point, radius_km: emptyHotelForm.radius_km })
  }

  return (
    <SearchFormFrame form={form} label={t('hotelsForm')} className="search-hotels">
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
          error={errorOf('adults') ?? errorOf('rooms') ?? errorOf('child_ages') ?? errorOf('room_guests')}
          buttonRef={refOf('adults')}
          withCurrency={shape === 'bar'}
          onChange={change}
        />
        <SearchButton form={form} />
      </div>
    </SearchFormFrame>
  )
}
