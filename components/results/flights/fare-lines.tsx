import { formatPrice } from '#lib/travel/money.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { useReader } from '../reader.tsx'

/** What the price is made of, as far as the provider says. */
export function FareLines({ flight }: { flight: FlightResult }) {
  const { locale } = useReader()
  const { price, price_base: base } = flight
  const write = (amount: number) => formatPrice(amount, price.currency, locale)
  const isSplit = base && base.currency === price.currency && base.amount <= price.amount
  const travelers = (flight.price_per_traveler ?? []).filter((one) => one.price.currency === price.currency)
  const kinds = travelers.map(({ traveler, count }) => countText(count, traveler)).join(', ')
  return (
    <dl className="fare-lines">
      {isSplit && (
        <>
          <div>
            <dt>{['Fares', kinds].filter(Boolean).join(', ')}</dt>
            <dd>{write(base.amount)}</dd>
          </div>
          <div>
            <dt>Taxes and charges</dt>
            <dd>{write(price.amount - base.amount)}</dd>
          </div>
        </>
      )}
      <div className="fare-total">
        <dt>Total, nothing to add</dt>
        <dd>{write(price.amount)}</dd>
      </div>
      {travelers.length > 1 &&
        travelers.map((one) => (
          <div key={`${one.traveler} ${one.price.amount}`} className="fare-each">
            <dt>Of it, each {one.traveler === 'other' ? 'other traveler' : one.traveler}</dt>
            <dd>{write(one.price.amount)}</dd>
          </div>
        ))}
    </dl>
  )
}

function countText(count: number, traveler: string): string {
  if (count === 1) return `1 ${traveler}`
  return traveler === 'child' ? `${count} children` : `${count} ${traveler === 'other' ? 'others' : `${traveler}s`}`
}
