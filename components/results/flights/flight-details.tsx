'use client'

import { useState } from 'react'
import type { FlightItem } from '#lib/travel/flights/narrow.ts'
import { readableName } from '#lib/travel/readable-name.ts'
import { RowActions } from '../row-actions.tsx'
import { FareConditions } from './fare-conditions.tsx'
import { FareLines } from './fare-lines.tsx'
import { FareTable } from './fare-table.tsx'
import { LegDetails } from './leg-details.tsx'

const titles = ['Out', 'Back']

/** What an open row adds: both directions, its fares beside each other, what the chosen one is made of, and one main action. */
export function FlightDetails({ id, row }: { id: string; row: FlightItem }) {
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
        <RowActions address={flight.booking_url} seller={readableName(flight.airline)} provider={flight.provider} />
      </div>
    </div>
  )
}
