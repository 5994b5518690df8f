'use client'

import { memo } from 'react'
import type { Texts } from '#lib/platform/model/texts.ts'
import { listWriter, type WriteIn } from '#lib/travel/model/currencies-writer.ts'
import type { FreeCancellation } from '#lib/travel/model/hotels/cancellation.ts'
import { fromCentre } from '#lib/travel/model/hotels/centre-words.ts'
import type { HotelItem } from '#lib/travel/model/hotels/hotel-item.ts'
import { type HotelOffer, restriction } from '#lib/travel/model/hotels/hotel-offer.ts'
import { splitPrice, wholePrice } from '#lib/travel/model/hotels/price.ts'
import { guestScore, HIGH_SCORE } from '#lib/travel/model/hotels/score.ts'
import { chargesBeside, dueTotal, isComparable } from '#lib/travel/model/hotels/total.ts'
import { beside, headline, totalText } from '#lib/travel/model/hotels/total-words.ts'
import { boardText, cancelText, freeUntil, partName, roomText, starsText } from '#lib/travel/model/hotels/words.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useLocale, useRichTexts, useTexts } from '../../../ui/texts.tsx'
import type { RowPlace } from '../feed.tsx'
import { useReader } from '../reader.tsx'
import { RowOpener, RowSource } from '../row-parts.tsx'
import { useComparison } from './comparison.tsx'
import { Condition, HotelDetails } from './hotel-parts.tsx'

/** Loads the details once a row is likely to be opened: many lists are only read. */
const preload = () => void HotelDetails.preload()

interface HotelRowProps extends RowPlace {
  item: HotelItem
  stay: Record<string, unknown>
  /** The currencies that the list writes without decimals, for `listWriter`. */
  whole: string
  /** Whether the rows of the list have different kinds of data. */
  isMixed?: boolean
  isOpen: boolean
  /** Whether the hotel's tag on the map is hovered or focused. */
  isLit: boolean
  onToggle: (key: string) => void
  onLight: (key: string | null) => void
}

/** One hotel: its photo if it has one, location, room, terms and the stay's total. Its button opens the details below. */
export const HotelRow = memo(function HotelRow(props: HotelRowProps) {
  const { ref, item, index, of, stay, whole, isMixed, isOpen, isLit, onToggle, onLight } = props
  const locale = useLocale()
  const { names, travelers } = useReader()
  const t = useTexts('hotels')
  const rich = useRichTexts('hotels')
  const { offer, free, key } = item
  const { hotel } = offer
  const name = readablePlaceName(hotel.name)
  const kind = restriction(hotel)
  const { currency } = hotel.price
  const writeIn = listWriter(whole, locale)
  const write = writeIn(currency)
  const writing = { comparison: useComparison(), writeIn, t, isAbout: offer.isAbout }
  const sum = headline(hotel, writing)
  const total = totalText(hotel, writing)
  const lines = beside(hotel, writeIn, t, travelers)
  const isWhole = whole.includes(currency)
  const atHotel = splitPrice(isWhole ? wholePrice(hotel) : hotel)?.atHotel.amount ?? 0
  const board = boardText(hotel, t)
  const detailsId = `details-${key}`
  const where = [hotel.address?.city && readablePlaceName(hotel.address.city), fromCentre(hotel, names, locale, t)]
  return (
    <article
      ref={ref}
      data-index={index}
      data-row={key}
      className={classes('offer hotel', isOpen && 'is-open', isLit && 'is-lit', offer.isOld && 'is-old')}
      aria-label={t('tag', { name, price: total })}
      aria-posinset={index + 1}
      aria-setsize={of}
      onPointerEnter={() => onLight(key)}
      onPointerLeave={() => onLight(null)}
      onFocus={() => onLight(key)}
      onBlur={() => onLight(null)}
    >
      <div className={classes('hotel-sum', hotel.photos && 'has-photo')}>
        <HotelPhoto offer={offer} />
        <div className="hotel-about">
          <h3>
            {name} <Stars stars={hotel.stars} />
          </h3>
          <p className="hotel-where">{inList(where, t)}</p>
          <Presented hotel={hotel} />
          <p className="hotel-room">
            <span>{roomText(hotel.room, t)}</span>
            {board && <span className="hotel-board">{board}</span>}
          </p>
          <p className={classes('hotel-terms', free && 'is-free')}>
            <Icon name={free ? 'check' : 'minus'} small />
            {free ? (
              <span>
                {rich('freeUntilMarked', {
                  date: freeUntil(free, locale, t),
                  when: (children) => <time dateTime={dateTimeOf(free)}>{children}</time>,
                })}
              </span>
            ) : (
              cancelText(hotel.cancellation, t)
            )}
          </p>
          {kind && <Condition hotel={hotel} kind={kind} />}
        </div>
        <div className="price hotel-price">
          <b className={sum.includes(' + ') ? 'is-sum' : undefined}>{sum}</b>
          <span>{t('totalNights', { nights: hotel.nights, rooms: hotel.rooms })}</span>
          {lines.map((line) => (
            <span key={line} className="price-beside">
              {line}
            </span>
          ))}
          <AboutTotal item={item} writeIn={writeIn} />
          <PriceBar hotel={hotel} />
          <span className="price-each">
            {t(lines.length === 0 ? 'perNightAllIn' : 'perNight', {
              price: write(hotel.price_per_night.amount),
              rooms: hotel.rooms,
            })}
          </span>
          {atHotel > 0 && <span className="price-each">{t('ofItThere', { price: write(atHotel) })}</span>}
        </div>
        <RowOpener
          label={t(isOpen ? 'hide' : 'show', { label: inList([name, total], t) })}
          isOpen={isOpen}
          detailsId={detailsId}
          onToggle={() => onToggle(key)}
          onNear={preload}
        />
        <div className="facts row">
          <PriceParts hotel={hotel} write={write} isWhole={isWhole} />
          <RowSource offer={offer} provider={hotel.provider} isMixed={isMixed} />
        </div>
      </div>
      {isOpen && <HotelDetails id={detailsId} item={item} stay={stay} whole={whole} />}
    </article>
  )
})

/** The end of free cancellation, in the hotel's local time. */
const dateTimeOf = ({ date, time }: FreeCancellation): string => (time === null ? date : `${date}T${time}`)

/** A hotel's stars, as icons and as text for screen readers. */
function Stars({ stars }: { stars: number | undefined }) {
  const t = useTexts('hotels')
  if (stars === undefined) return null
  return (
    <span className="stars" role="img" aria-label={starsText(stars, t)}>
      {Array.from({ length: stars }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all stars are equal.
        <i key={at} />
      ))}
    </span>
  )
}

/** A foreign-currency total converted to the list's currency. For comparison only, never charged. */
function AboutTotal({ item, writeIn }: { item: HotelItem; writeIn: WriteIn }) {
  const comparison = useComparison()
  const t = useTexts('hotels')
  const { compared, offer } = item
  // The headline of a total in two currencies is converted already.
  if (!compared.isAbout || !isComparable(compared) || dueTotal(offer.hotel, comparison)?.isAbout) return null
  const price = writeIn(comparison.currency)(compared.amount)
  return <span>{t(compared.isMore ? 'aboutMore' : 'aboutTotal', { price })}</span>
}

/** The hotel's photo, through the app. Its place is reserved; a hotel without one has neither. */
function HotelPhoto({ offer: { source, hotel } }: { offer: HotelOffer }) {
  const [url] = hotel.photos ?? []
  if (url === undefined) return null
  const query = new URLSearchParams({ skill: source, url })
  return (
    // biome-ignore lint/performance/noImgElement: Next would fetch the photo itself, outside the egress gateway.
    <img
      className="hotel-photo no-print"
      src={`/api/hotel-photos?${query}`}
      alt=""
      width={128}
      height={104}
      loading="lazy"
      decoding="async"
      onError={({ currentTarget }) => currentTarget.classList.add('is-missing')}
    />
  )
}

/** What guests say, and the first amenities; the details have all. */
function Presented({ hotel }: { hotel: HotelResult }) {
  const locale = useLocale()
  const t = useTexts('hotels')
  const score = guestScore(hotel)
  const { amenities = [] } = hotel
  if (score === undefined && amenities.length === 0) return null
  return (
    <p className="hotel-presented flow">
      {score ? (
        <span>
          <b className={classes('hotel-score', score.value >= HIGH_SCORE && 'is-high')}>
            {score.value.toLocaleString(locale, { minimumFractionDigits: 1 })}
          </b>{' '}
          {t('scoreWord', { word: score.word })}
          {score.count !== undefined && <span className="hotel-reviews"> {t('reviews', { count: score.count })}</span>}
        </span>
      ) : (
        <span className="hotel-reviews">{t('noScore')}</span>
      )}
      {amenities.length > 0 && (
        <span className="hotel-reviews">
          {amenities
            .slice(0, 4)
            .map((amenity) => t('amenity', { amenity }))
            .join(' · ')}
        </span>
      )}
    </p>
  )
}

/** The parts of a total in bar order, without zero parts. */
function partsOf(hotel: HotelResult, t: Texts<'hotels'>) {
  const split = splitPrice(hotel)
  if (!split) return []
  return [
    { kind: 'room', name: t('room'), price: split.room },
    { kind: 'tax', name: t('taxes'), price: split.taxes },
    { kind: 'fee', name: feeName(hotel, t), price: split.fees },
    { kind: 'rest', name: t('taxesAndFees'), price: split.rest },
  ].filter(({ price }) => price.amount > 0)
}

/** The split of a total into room, taxes and fees. Hidden from screen readers: the text beside it says the same. */
function PriceBar({ hotel }: { hotel: HotelResult }) {
  const t = useTexts('hotels')
  return (
    <span className="mix" aria-hidden="true">
      {partsOf(hotel, t).map(({ kind, price }) => (
        <i key={kind} className={`is-${kind}`} style={{ flexGrow: price.amount }} />
      ))}
    </span>
  )
}

interface PricePartsProps {
  hotel: HotelResult
  /** Formats the total and its parts. */
  write: (amount: number) => string
  /** Whether `write` omits decimals. */
  isWhole: boolean
}

/** The bar's legend; the written parts add up to the written total. */
function PriceParts({ hotel, write, isWhole }: PricePartsProps) {
  const t = useTexts('hotels')
  const parts = partsOf(isWhole ? wholePrice(hotel) : hotel, t)
  const hasFees = partsOf(hotel, t).some(({ kind }) => kind === 'fee' || kind === 'rest')
  const isAll = chargesBeside(hotel).length === 0
  return (
    <span className="mix-names">
      {parts.map(({ kind, name, price }) => (
        <span key={kind}>
          <i className={`is-${kind}`} aria-hidden="true" />
          {name} {write(price.amount)}
        </span>
      ))}
      {isAll && !hasFees && <span>{t('noOtherFees')}</span>}
    </span>
  )
}

/** A single fee keeps its own name. */
function feeName({ price_parts }: HotelResult, t: Texts<'hotels'>): string {
  const fees = price_parts.filter(({ kind, price }) => kind === 'fee' && price.amount > 0)
  const [only] = fees
  return fees.length === 1 && only ? partName(only, t) : t('fees')
}
