'use client'

import { useMemo } from 'react'
import { useHeldBelow } from '#lib/platform/client/use-held-below.ts'
import { useHotelOffers } from '#lib/travel/client/hotels/use-hotel-offers.ts'
import { useChosenOffer } from '#lib/travel/client/use-chosen-offer.ts'
import { listWriter } from '#lib/travel/model/currencies-writer.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { chainSite } from '#lib/travel/model/hotels/chain-sites.ts'
import { type HotelItem, sortOffers } from '#lib/travel/model/hotels/hotel-item.ts'
import { splitPrice, wholePrice } from '#lib/travel/model/hotels/price.ts'
import { stayKey } from '#lib/travel/model/hotels/same-stay.ts'
import { chargesBeside } from '#lib/travel/model/hotels/total.ts'
import { totalText } from '#lib/travel/model/hotels/total-words.ts'
import { chargeName, partName } from '#lib/travel/model/hotels/words.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Price } from '#runner/contract/travel-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { lazily } from '../../../ui/lazily.tsx'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { RowActions } from '../row-actions.tsx'
import { useComparison } from './comparison.tsx'
import { OfferTable } from './offer-table.tsx'
import { StayTerms } from './stay-terms.tsx'

/** Loaded on the first failure: most requests succeed. */
const OffersFailed = lazily(
  async () => (await import('./offers-failed.tsx')).OffersFailed,
  () => null,
)

interface HotelDetailsProps {
  id: string
  item: HotelItem
  stay: Record<string, unknown>
  /** The currencies that the list writes without decimals, for `listWriter`. */
  whole: string
}

/**
 * The details of an open row: all offers of the hotel, the chosen offer's price parts and terms, and one main action.
 */
export function HotelDetails({ id, item, stay, whole }: HotelDetailsProps) {
  const locale = useLocale()
  const [t, results, refusals] = [useTexts('hotels'), useTexts('results'), useTexts('refusals')]
  const comparison = useComparison()
  const { offers, retry } = useHotelOffers(item.offer, stay)
  // Keeps the offer that the user opened, even if the answer with all offers no longer includes it.
  const all = useMemo(() => {
    const found = offers.state === 'answered' ? offers.offers : []
    return sortOffers(found.some(({ key }) => key === item.offer.key) ? found : [item.offer, ...found], comparison)
  }, [offers, item.offer, comparison])
  const {
    chosen: offer,
    choose,
    isMissing,
  } = useChosenOffer({ row: item.key, offers: all, shown: item.offer, keyOf: stayKey })
  // The room of a link may still come: until then, nothing can be done with another one by mistake.
  const isAwaited = isMissing && offers.state === 'asking'
  const { hotel } = offer
  const context = { locale, t, results, writeIn: listWriter(whole, locale), comparison }
  const { part, below } = useHeldBelow()
  return (
    <div id={id} className="details hotel-details">
      <HotelAddress hotel={all.find(({ hotel }) => hotel.amenities)?.hotel ?? hotel} />
      <div ref={part} className="hotel-offers">
        <OfferTable offers={all} chosen={offer.key} comparison={comparison} whole={whole} onChoose={choose} />
        <div className="hotel-asking dim" role="status">
          {offers.state === 'asking' && t('askingOffers')}
          {isMissing && !isAwaited && <p>{t('linkedRoomMissing')}</p>}
          {offers.state === 'answered' && offers.leftOut > 0 && <p>{t('moreInvalid', { count: offers.leftOut })}</p>}
        </div>
        {offers.state === 'failed' && (
          <p className="hotel-failed row-wrap" role="alert">
            <Icon name="warn" small />
            <OffersFailed failure={offers} provider={hotel.provider} />
            <Button size="sm" onClick={retry}>
              {results('askAgain')}
            </Button>
          </p>
        )}
      </div>
      <div ref={below}>
        {!isAwaited && (
          <>
            <div className="hotel-chosen">
              <PaidTable hotel={hotel} whole={whole} />
              <StayTerms hotel={hotel} writeIn={context.writeIn} />
            </div>
            <RowActions
              offer={offer}
              isWhole={whole.includes(hotel.price.currency)}
              address={hotel.booking_url}
              seller={hotel.provider}
              provider={hotel.provider}
              site={chainSite(all.find(({ hotel }) => hotel.chain)?.hotel.chain)}
              ask={async (signal) => {
                const { askStayPrice } = await import('#lib/travel/client/hotels/ask-stay-price.ts')
                return askStayPrice(offer, stay, signal)
              }}
              summary={async () => {
                const { staySummary } = await import('#lib/travel/model/hotels/stay-summary.ts')
                return staySummary(offer, context, Date.now())
              }}
              save={async () => {
                const { saveOffer } = await import('#lib/travel/client/trips/save-offer.ts')
                return saveOffer(offer, window.location.search, { results, refusals })
              }}
              calendar={async () => {
                const { stayCalendar } = await import('#lib/travel/model/hotels/stay-calendar.ts')
                return stayCalendar(offer, context, Date.now())
              }}
            />
          </>
        )}
      </div>
    </div>
  )
}

function HotelAddress({ hotel }: { hotel: HotelResult }) {
  const t = useTexts('hotels')
  const { address, phone, amenities = [] } = hotel
  const lines = [...(address?.lines ?? []), [address?.postal_code, address?.city].filter(Boolean).join(' ')].filter(
    Boolean,
  )
  if (lines.length + amenities.length === 0 && !phone) return null
  return (
    <div className="hotel-address flow soft">
      {lines.length > 0 && <p>{lines.map(readablePlaceName).join(', ')}</p>}
      {phone && <p>{phone}</p>}
      {amenities.length > 0 && (
        <p className="hotel-amenities dim">{amenities.map((amenity) => t('amenity', { amenity })).join(' · ')}</p>
      )}
    </div>
  )
}

interface PaidTableProps {
  hotel: HotelResult
  /** The currencies that the list writes without decimals, for `listWriter`. */
  whole: string
}

/**
 * The parts of the total: the amount in the booking and the amount due at the hotel. The written parts add up to the
 * written total.
 */
export function PaidTable({ hotel: exact, whole }: PaidTableProps) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const comparison = useComparison()
  const hotel = whole.includes(exact.price.currency) ? wholePrice(exact) : exact
  const split = splitPrice(hotel)
  const writeIn = listWriter(whole, locale)
  const write = ({ amount, currency }: Price) => writeIn(currency)(amount)
  const charges = hotel.unpriced_charges ?? []
  // A due amount of zero would contradict the charges that are paid at the hotel.
  const isDueWritten = split !== undefined && (split.atHotel.amount > 0 || chargesBeside(hotel).length === 0)
  return (
    <dl className="fare-lines">
      {hotel.price_parts
        .filter(({ price }) => price.amount > 0)
        .map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts may be identical.
          <div key={at}>
            <dt>{part.included ? partName(part, t) : t('paidAtHotel', { name: partName(part, t) })}</dt>
            <dd>{write(part.price)}</dd>
          </div>
        ))}
      <div className="fare-total">
        <dt>{t('totalFor', { nights: hotel.nights, rooms: hotel.rooms })}</dt>
        <dd>{totalText(hotel, { comparison, writeIn, t })}</dd>
      </div>
      {split && (
        <>
          <div className="fare-each">
            <dt>{t('inBooking')}</dt>
            <dd>{write(split.booked)}</dd>
          </div>
          {isDueWritten && (
            <div className="fare-each">
              <dt>{t('dueAtHotel')}</dt>
              <dd>{write(split.atHotel)}</dd>
            </div>
          )}
        </>
      )}
      {charges.map((charge, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: charges may be identical.
        <div key={at} className="fare-each">
          <dt>{t(charge.included ? 'chargeIncluded' : 'chargeExtra', { name: chargeName(charge, t) })}</dt>
          <dd>
            {charge.price ? write(charge.price) : charge.percent === undefined ? t('notStated') : `${charge.percent} %`}
          </dd>
        </div>
      ))}
      {hotel.nightly_rates?.map((rate) => (
        <div key={rate.from} className="fare-each">
          <dt>{t('nightlyRate', { from: formatDate(rate.from, locale), to: formatDate(rate.to, locale) })}</dt>
          <dd>{write(rate.price)}</dd>
        </div>
      ))}
    </dl>
  )
}
