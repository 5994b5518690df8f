import { roundTogether } from '#lib/travel/model/exact-money.ts'
import type { FareParts } from '#lib/travel/model/flights/fare-parts.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { useTexts } from '../../../ui/texts.tsx'

interface FareLinesProps {
  parts: FareParts
  write: (amount: number) => string
  /** Whether `write` omits decimals. */
  isWhole: boolean
  /** The price of the traveler's bags, if it is known and comes on top of the total; otherwise 0. */
  bags: number
  /** What choosing a seat costs, which no total includes; null if the traveler takes any seat. */
  seat: string | null
}

/** The parts of the price that the provider gives; the written parts add up to the written total. */
export function FareLines({ parts, write, isWhole, bags, seat }: FareLinesProps) {
  const t = useTexts('flights')
  const { total, split, travelers } = parts
  const amounts = split ? [split.fares, split.taxes] : []
  const [fares = 0, taxes = 0] = isWhole ? roundTogether(amounts, total) : amounts
  const kinds = inList(
    travelers.map(({ traveler, count }) => t('countOf', { count, kind: traveler })),
    t,
  )
  return (
    <dl className="fare-lines">
      {split && (
        <>
          <div>
            <dt>{kinds ? t('faresFor', { travelers: kinds }) : t('fares')}</dt>
            <dd>{write(fares)}</dd>
          </div>
          <div>
            <dt>{t('taxes')}</dt>
            <dd>{write(taxes)}</dd>
          </div>
        </>
      )}
      <div className="fare-total">
        <dt>{t('totalWithTaxes')}</dt>
        <dd>{write(total)}</dd>
      </div>
      {bags > 0 && (
        <>
          <div>
            <dt>{t('bagsOnTop')}</dt>
            <dd>{write(bags)}</dd>
          </div>
          <div className="fare-total">
            <dt>{t('totalWithBags')}</dt>
            <dd>{write(total + bags)}</dd>
          </div>
        </>
      )}
      {seat !== null && (
        <div>
          <dt>{t('seatChoice')}</dt>
          <dd>{seat}</dd>
        </div>
      )}
      {travelers.length > 1 &&
        travelers.map((one) => (
          <div key={`${one.traveler} ${one.price.amount}`} className="fare-each">
            <dt>{t('eachOf', { kind: one.traveler })}</dt>
            <dd>{write(one.price.amount)}</dd>
          </div>
        ))}
    </dl>
  )
}
