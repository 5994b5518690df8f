'use client'

import { useState } from 'react'
import type { Row } from '#lib/travel/flights/narrow.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CopyLink } from '../copy-link.tsx'
import { FareConditions } from './fare-conditions.tsx'
import { FareLines } from './fare-lines.tsx'
import { FareTable } from './fare-table.tsx'
import { LegDetails } from './leg-details.tsx'

const titles = ['Out', 'Back']

/** What an open row adds: both directions, its fares beside each other, what the chosen one is made of, and one main action. */
export function OfferDetails({ id, row }: { id: string; row: Row }) {
  const [chosen, setChosen] = useState<string | null>(null)
  const { fares, itinerary } = row
  const offer = fares.find(({ key }) => key === chosen) ?? row.offer
  const { flight } = offer
  return (
    <div id={id} className="details">
      <div className="ways">
        {itinerary.legs.map((leg, at) => (
          <LegDetails
            key={leg.departure.time}
            title={titles[at] ?? 'Then'}
            leg={leg}
            cabins={flight.legs[at]?.segments.map(({ cabin }) => cabin) ?? []}
          />
        ))}
      </div>
      {fares.length > 1 && <FareTable fares={fares} chosen={offer.key} onChoose={setChosen} />}
      <div className="fare">
        <FareLines flight={flight} />
        <FareConditions flight={flight} />
        <div className="fare-actions no-print">
          {flight.booking_url ? (
            <>
              <ButtonLink variant="accent" href={flight.booking_url} target="_blank" rel="noopener noreferrer">
                Continue with {readableName(flight.airline)}
                <Icon name="external" small />
                <span className="sr-only">(opens a new tab)</span>
              </ButtonLink>
              <CopyLink />
            </>
          ) : (
            <>
              <CopyLink isMain />
              <span className="fare-hint">{flight.provider} sends no booking link for this offer.</span>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
