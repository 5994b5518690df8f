import type { ReactNode } from 'react'
import { formatDate } from '#lib/travel/format.ts'
import { guestsOf, type HotelFormValues, partyText } from '#lib/travel/hotels/hotel-form.ts'
import { StatePanel } from '../states/state-panel.tsx'

interface ReadyToStayProps {
  form: HotelFormValues
  /** The name of the place. */
  place: string
  /** The way in. */
  children: ReactNode
}

/** A search that was opened without a session: what it asks, and the one button that runs it. */
export function ReadyToStay({ form, place, children }: ReadyToStayProps) {
  return (
    <StatePanel icon="bed" title={`Hotels in ${place}`} actions={children}>
      <p>
        {formatDate(form.check_in)} to {formatDate(form.check_out)}, {partyText(guestsOf(form), form.rooms)}.
      </p>
      <p>No account needed. A guest and their searches are deleted after 30 days.</p>
    </StatePanel>
  )
}
