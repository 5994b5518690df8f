import type { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import { airlineSite } from '#lib/travel/model/flights/airline-sites.ts'
import { chainSite } from '#lib/travel/model/hotels/chain-sites.ts'
import { isWrittenWhole } from '#lib/travel/model/money.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import { useTexts } from '../../ui/texts.tsx'
import { Leave } from '../results/leave.tsx'
import { hintOf, wayOut } from '../results/row-actions.tsx'
import { providerOf, sellerOf } from './trip-words.ts'
import { tripSummary, useTripWriting } from './write-trip.ts'

/** The link to the seller, as in results, after a price check; without a link, the price check alone. */
export function TripWay({ trip, rates }: { trip: TripView; rates: ExchangeRates | null }) {
  const writing = useTripWriting(rates)
  const provider = providerOf(trip)
  const isFlight = trip.kind === 'flights'
  const address = isFlight ? trip.flight.booking_url : trip.hotel.booking_url
  const site = isFlight ? airlineSite(trip.flight.airline_code) : chainSite(trip.hotel.chain)
  const [t, flights] = [useTexts('results'), useTexts('flights')]
  const hint = hintOf(trip, { address, provider, site }, t)
  const way = wayOut(trip, { address, seller: isFlight ? sellerOf(trip, flights) : provider, site }, t)
  return (
    <>
      {way && (way.href || trip.ask) && (
        <Leave
          href={way.href}
          price={trip.latest}
          isWhole={isWrittenWhole([trip.latest.amount], trip.latest.currency)}
          provider={provider}
          summary={() => tripSummary(trip, writing)}
          ask={async (signal) => {
            const { askTripPrice } = await import('#lib/travel/client/trips/ask-trip-price.ts')
            return askTripPrice(trip, signal)
          }}
        >
          {way.label}
        </Leave>
      )}
      {hint && <span className="row-hint dim">{hint}</span>}
    </>
  )
}
