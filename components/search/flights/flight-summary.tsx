import { cabinName, type FlightFormValues, travelersOf, travelersText } from '#lib/travel/flights/flight-form.ts'
import { formatDate, formatDateRange } from '#lib/travel/format.ts'
import { Icon } from '../../ui/icon.tsx'

/** A two-line summary: "AMS ⇄ AUA" and "13–21 Feb, 3 travelers, Economy". */
export function FlightSummary({ values }: { values: FlightFormValues }) {
  const { origin, destination, date, return_date, trip } = values
  const isRound = trip === 'round' && return_date !== ''
  const dates = !date ? 'No date yet' : isRound ? formatDateRange(date, return_date) : formatDate(date)
  return (
    <>
      <span className="msum-route">
        <b>{origin || 'From'}</b>
        <Icon name={trip === 'round' ? 'swap' : 'arrow'} small />
        <span className="sr-only">to</span>
        <b>{destination || 'To'}</b>
      </span>
      <span className="msum-rest">
        {dates}, {travelersText(travelersOf(values))}, {cabinName(values.cabin)}
        {values.non_stop && ', nonstop'}
      </span>
    </>
  )
}
