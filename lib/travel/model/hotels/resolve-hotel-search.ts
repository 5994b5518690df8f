import { todayFor } from '../calendar-bounds.ts'
import { type FieldSentences, type Resolved, resolveForm } from '../field-sentences.ts'
import type { HotelFormValues } from './hotel-form.ts'
import { checkHotelDays, checkHotelSearch, type HotelField } from './hotel-query.ts'
import { writeHotelQuery } from './write-hotel-query.ts'

/**
 * Validates the form with the contract's schema, and its dates at the time `now`. `sentences` gives the text of each
 * error. Price limits are dropped if the currency is not that of the `initial` values.
 */
export function resolveHotelSearch(
  { lat, lon, room_guests = [], ...values }: HotelFormValues,
  {
    initial,
    now,
    sentences,
  }: { readonly initial: HotelFormValues; readonly now: Date; readonly sentences: FieldSentences<HotelField> },
): Resolved<HotelField> {
  const isArea = values.place === '' && lat !== null && lon !== null
  const checked = checkHotelSearch({
    ...values,
    place: values.place === '' ? undefined : values.place,
    ...(isArea ? { lat, lon } : {}),
    ...(room_guests.length > 0 && { room_guests }),
    ...(values.currency === initial.currency ? {} : { price_min: undefined, price_max: undefined }),
  })
  const days = checkHotelDays(checked.ok ? checked.search : checked.partial, todayFor(values.check_in, now))
  return resolveForm(checked, days, sentences, writeHotelQuery)
}
