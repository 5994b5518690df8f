import type { ReactNode } from 'react'
import { cabinName, type FlightFormValues, travelersOf, travelersText } from '#lib/travel/flights/flight-form.ts'
import { formatDate } from '#lib/travel/format.ts'
import type { PlaceNames } from '#lib/travel/place-names.ts'
import { StatePanel } from '../states/state-panel.tsx'

interface ReadyToFlyProps {
  form: FlightFormValues
  names: PlaceNames
  /** The way in. */
  children: ReactNode
}

/** A search that was opened without a session: what it asks, and the one button that runs it. */
export function ReadyToFly({ form, names, children }: ReadyToFlyProps) {
  const name = (code: string) => (names[code] ? `${names[code]} (${code})` : code)
  return (
    <StatePanel icon="plane" title={`${name(form.origin)} to ${name(form.destination)}`} actions={children}>
      <p>
        {formatDate(form.date)}
        {form.return_date && ` to ${formatDate(form.return_date)}`}, {travelersText(travelersOf(form))},{' '}
        {cabinName(form.cabin)}
        {form.non_stop && ', nonstop'}.
      </p>
      <p>No account needed. A guest and their searches are deleted after 30 days.</p>
    </StatePanel>
  )
}
