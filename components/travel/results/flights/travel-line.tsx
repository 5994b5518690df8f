'use client'

import { useRef } from 'react'
import { revealFocused } from '#lib/platform/client/reveal-focused.ts'
import { type FlightFilters, type TicketName, ticketNames } from '#lib/travel/model/flights/filters.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useTravelProfile } from '../../profile/profile-provider.tsx'
import { ProfileForm } from './flight-parts.ts'
import { useFareWords } from './use-fare-words.ts'

interface TravelLineProps {
  filters: FlightFilters
  onFilter: (change: Partial<Record<TicketName, boolean>>) => void
  /** The flights that pass the filters, of all; null without a list. */
  shown: { rows: number; of: number } | null
  /** The trips on separate tickets that the other filters leave, shown or not. */
  separate: number
}

/**
 * How the traveler travels, in one line: what every price includes, and the usual filters, each with one press. The
 * first button opens the whole profile, whose changes apply to the list behind it.
 */
export function TravelLine({ filters, onFilter, shown, separate }: TravelLineProps) {
  const { profile } = useTravelProfile()
  const t = useTexts('flights')
  const sheet = useRef<HTMLDialogElement>(null)
  const open = () => sheet.current?.showModal()
  const facts = useFareWords(profile)?.wishes(profile, t) ?? []
  const switches = ticketNames.filter((name) =>
    name === 'airlineOnly' ? profile.airline_only || filters[name] : separate > 0,
  )
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be one scrolling line in every browser. */}
      <div className="chips travel-line no-print" role="group" aria-label={t('howYouTravel')} onFocus={revealFocused}>
        <button type="button" className="chip chip-lead" aria-haspopup="dialog" onClick={open}>
          <Icon name="person" small />
          {t(facts.length + switches.length > 0 ? 'howYouTravel' : 'howYouTravelHint')}
        </button>
        {facts.map((fact) => (
          <button key={fact} type="button" className="chip" aria-haspopup="dialog" onClick={open}>
            {fact}
          </button>
        ))}
        {switches.map((name) => (
          <button
            key={name}
            type="button"
            className="chip"
            aria-pressed={filters[name]}
            onClick={() => onFilter({ [name]: !filters[name] })}
          >
            {t(name)}
            {name === 'separateTickets' && (
              <span>{` ${t('separateTicketsState', { count: separate, isOn: String(filters[name]) })}`}</span>
            )}
            <Icon name={filters[name] ? 'x' : 'plus'} small />
          </button>
        ))}
      </div>
      <Sheet
        ref={sheet}
        title={t('howYouTravel')}
        className="travel-sheet"
        foot={
          <>
            <p role="status">{shown && t('flightsShown', shown)}</p>
            <Button variant="accent" onClick={() => sheet.current?.close()}>
              {t('done')}
            </Button>
          </>
        }
      >
        <ProfileForm />
      </Sheet>
    </>
  )
}
