import { type CalendarFile, calendarFile } from '../calendar-file.ts'
import { readablePlaceName } from '../readable-place-name.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { addressText, type StayContext, staySummary } from './stay-summary.ts'

/** A stay for a calendar: an all-day event from check-in to check-out. */
export function stayCalendar(offer: HotelOffer, context: StayContext, nowMs: number): CalendarFile {
  const { hotel } = offer
  const address = addressText(hotel)
  const stay = {
    identity: [hotel.name, hotel.check_in, hotel.check_out].join(' '),
    start: new Date(hotel.check_in),
    end: new Date(hotel.check_out),
    allDay: true,
    summary: readablePlaceName(hotel.name),
    ...(address ? { location: address } : {}),
  }
  const description = staySummary(offer, context, nowMs)
  return calendarFile(`stay-${hotel.check_in}.ics`, offer, { description, events: [stay], nowMs, t: context.results })
}
