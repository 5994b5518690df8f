import type { Offer } from '#lib/client/offer.ts'
import { readableName } from '#lib/client/readable-name.ts'
import { formatDate } from '#lib/travel/format.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { CopyLink } from './copy-link.tsx'
import { FareLines } from './fare-lines.tsx'
import { LegDetails } from './leg-details.tsx'

const titles = ['Out', 'Back']

/** What an open row adds: both directions, what the price is made of, and one main action. */
export function OfferDetails({ id, offer }: { id: string; offer: Offer }) {
  const { flight } = offer
  const charged = flight.fare?.conditions ?? []
  return (
    <div id={id} className="details">
      <div className="ways">
        {flight.legs.map((leg, at) => (
          <LegDetails key={leg.departure.time} title={titles[at] ?? 'Then'} leg={leg} />
        ))}
      </div>
      <div className="fare">
        <FareLines flight={flight} />
        <div className="fare-notes">
          {flight.fare?.brand && <FareNote>Fare: {readableName(flight.fare.brand)}.</FareNote>}
          {flight.fare?.refundable !== undefined && (
            <FareNote>{flight.fare.refundable ? 'Refund possible.' : 'No refund after booking.'}</FareNote>
          )}
          {charged.slice(0, 3).map(({ kind, text }) => (
            <FareNote key={`${kind} ${text}`}>{text}</FareNote>
          ))}
          {flight.last_ticketing_date && (
            <FareNote>To be booked by {formatDate(flight.last_ticketing_date.slice(0, 10))}.</FareNote>
          )}
        </div>
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

function FareNote({ children }: { children: React.ReactNode }) {
  return (
    <p>
      <Icon name="info" small />
      <span>{children}</span>
    </p>
  )
}
