import type { FareParts } from '#lib/travel/flights/fare-parts.ts'
import { roundTogether } from '#lib/travel/money.ts'

interface FareLinesProps {
  parts: FareParts
  write: (amount: number) => string
  /** Whether `write` omits decimals. */
  isWhole: boolean
}

/** The parts of the price that the provider gives; the written parts add up to the written total. */
export function FareLines({ parts, write, isWhole }: FareLinesProps) {
  const { total, split, travelers } = parts
  const amounts = split ? [split.fares, split.taxes] : []
  const [fares = 0, taxes = 0] = isWhole ? roundTogether(amounts, total) : amounts
  const kinds = travelers.map(({ traveler, count }) => countText(count, traveler)).join(', ')
  return (
    <dl className="fare-lines">
      {split && (
        <>
          <div>
            <dt>{['Fares', kinds].filter(Boolean).join(', ')}</dt>
            <dd>{write(fares)}</dd>
          </div>
          <div>
            <dt>Taxes and charges</dt>
            <dd>{write(taxes)}</dd>
          </div>
        </>
      )}
      <div className="fare-total">
        <dt>Total, taxes included</dt>
        <dd>{write(total)}</dd>
      </div>
      {travelers.length > 1 &&
        travelers.map((one) => (
          <div key={`${one.traveler} ${one.price.amount}`} className="fare-each">
            <dt>Each {one.traveler === 'other' ? 'other traveler' : one.traveler}</dt>
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
