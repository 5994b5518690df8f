'use client'

import { useId, useMemo } from 'react'
import type { Texts } from '#lib/platform/model/texts.ts'
import { listWriter } from '#lib/travel/model/currencies-writer.ts'
import { freeCancellation } from '#lib/travel/model/hotels/cancellation.ts'
import type { HotelOffer } from '#lib/travel/model/hotels/hotel-offer.ts'
import { isForAnyone, restriction } from '#lib/travel/model/hotels/hotel-offer.ts'
import { offerDifferences } from '#lib/travel/model/hotels/offer-differences.ts'
import { type Comparison, comparedTotal, isComparable } from '#lib/travel/model/hotels/total.ts'
import { beside, totalText } from '#lib/travel/model/hotels/total-words.ts'
import { boardText, cancelText, freeText, roomText } from '#lib/travel/model/hotels/words.ts'
import { writtenDifference } from '#lib/travel/model/money.ts'
import { tellApart } from '#lib/travel/model/tell-apart.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useNow, useReader } from '../reader.tsx'

interface OfferTableProps {
  offers: readonly HotelOffer[]
  /** The key of the chosen offer. */
  chosen: string
  comparison: Comparison
  /** The currencies that the list writes without decimals, for `listWriter`. */
  whole: string
  onChoose: (key: string) => void
}

/** The offers of one hotel, compared line by line. Omits what the provider does not state. */
export function OfferTable({ offers, chosen, comparison, whole, onChoose }: OfferTableProps) {
  const locale = useLocale()
  const { travelers } = useReader()
  const [t, results] = [useTexts('hotels'), useTexts('results')]
  const now = useNow()
  const writeIn = listWriter(whole, locale)
  const name = useId()
  const totals = new Map(offers.map((offer) => [offer.key, comparedTotal(offer.hotel, comparison)]))
  const open = offers.filter(({ hotel }) => isForAnyone(hotel))
  const cheapest = Math.min(
    ...(open.length > 0 ? open : offers).map(({ key }) => totals.get(key)?.amount ?? Number.POSITIVE_INFINITY),
  )
  const told = useMemo(
    () =>
      tellApart(offers, {
        looksOf: ({ hotel }) => JSON.stringify([roomText(hotel.room, t), factsOf(hotel, now, locale, t)]),
        moreOf: ({ hotel }) => offerDifferences(hotel, t),
        isKept: ({ key }) => key === chosen,
      }),
    [offers, chosen, now, locale, t],
  )
  return (
    <fieldset className="fares">
      <legend>{t('offersOfHotel', { count: told.length })}</legend>
      {told.map(({ offer: { key, hotel }, more }) => {
        const total = totals.get(key)
        const above = writtenDifference(total?.amount ?? cheapest, cheapest, whole.includes(comparison.currency))
        const facts = [...factsOf(hotel, now, locale, t), ...more, ...beside(hotel, writeIn, t, travelers)]
        return (
          <label key={key} className="fare-option radio">
            <input type="radio" name={name} checked={key === chosen} onChange={() => onChoose(key)} />
            <span className="fare-brand">
              <b>{roomText(hotel.room, t)}</b>
            </span>
            <span className="fare-facts soft-xs">{facts.filter(Boolean).join(' · ')}</span>
            <span className="fare-more dim">
              {total &&
                isComparable(total) &&
                (above > 0
                  ? t(total.isAbout ? 'moreByAbout' : 'moreBy', { price: writeIn(comparison.currency)(above) })
                  : isForAnyone(hotel) && results('lowest'))}
            </span>
            <b className="fare-price">{totalText(hotel, { comparison, writeIn, t })}</b>
          </label>
        )
      })}
    </fieldset>
  )
}

function factsOf(hotel: HotelResult, now: number, locale: string, t: Texts<'hotels'>): (string | null)[] {
  const free = freeCancellation(hotel.cancellation, now)
  const { cancellation } = hotel
  const kind = restriction(hotel)
  return [
    kind ? t(kind) : null,
    boardText(hotel, t),
    free ? freeText(free, locale, t) : cancellation ? cancelText(cancellation, t) : null,
  ]
}
