'use client'

import { rowWithPart } from '#lib/travel/client/open-row.ts'
import { pricesWriter } from '#lib/travel/model/currencies-writer.ts'
import type { ExchangeRates } from '#lib/travel/model/exchange-rates.ts'
import { airlineSite } from '#lib/travel/model/flights/airline-sites.ts'
import { fareTerms } from '#lib/travel/model/flights/fare-terms.ts'
import { describeDayDifference, formatDayDifference } from '#lib/travel/model/flights/flight-format.ts'
import { itineraryKey } from '#lib/travel/model/flights/itinerary.ts'
import { fareKey } from '#lib/travel/model/flights/same-flight.ts'
import { bagsText, flightName, stopsText } from '#lib/travel/model/flights/words.ts'
import { formatDate, formatTime } from '#lib/travel/model/format.ts'
import { chainSite } from '#lib/travel/model/hotels/chain-sites.ts'
import { guestsOfResult } from '#lib/travel/model/hotels/hotel-form.ts'
import { hotelKey } from '#lib/travel/model/hotels/hotel-item.ts'
import { stayKey } from '#lib/travel/model/hotels/same-stay.ts'
import { addressText, termsText } from '#lib/travel/model/hotels/stay-summary.ts'
import { comparisonOf } from '#lib/travel/model/hotels/total.ts'
import { beside, headline, shownInRow } from '#lib/travel/model/hotels/total-words.ts'
import { boardText, nightsText, roomText } from '#lib/travel/model/hotels/words.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { isWrittenWhole } from '#lib/travel/model/money.ts'
import { dayDifference } from '#lib/travel/model/offset-time.ts'
import type { TripView } from '#lib/travel/model/trip-view.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { bold, spoken } from '../../ui/spoken.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useLocale, useRichTexts, useTexts } from '../../ui/texts.tsx'
import { DataBadge } from '../results/data-badge.tsx'
import { useFlightWords } from '../results/flights/use-flight-words.ts'
import { Leave } from '../results/leave.tsx'
import { PressButton } from '../results/press-button.tsx'
import { useReader } from '../results/reader.tsx'
import { hintOf, wayOut } from '../results/row-actions.tsx'
import { Booking, BookingState, type OnBook } from './booking.tsx'
import { maxCompared } from './trip-options.ts'
import { datesText, priceChange, providerOf, sellerOf, totalSeenText, tripTitle, whenText } from './trip-words.ts'
import { saveTripCalendar, tripSummary, useTripWriting } from './write-trip.ts'

/** A price that is older is asked again before the trip is booked. */
const dayMs = 86_400_000

interface TripCardProps {
  trip: TripView
  rates: ExchangeRates | null
  /** The accessible name, which no other trip has. */
  name: string
  nowMs: number
  /** Whether this is the next trip, whose main action is highlighted. */
  isNext: boolean
  /** The letter of the option, if the trip has several. */
  letter: string | undefined
  onBook: OnBook
  isChosen: boolean
  /** Whether the trip can be added to the comparison. */
  mayChoose: boolean
  /** Whether the person chose this trip while the comparison was full. */
  isRefused: boolean
  onChoose: (isChosen: boolean) => void
  onRemove: () => void
}

/** One saved flight or stay: its title, its itinerary, its saved and latest price, and its actions. */
export function TripCard(props: TripCardProps) {
  const { trip, rates, name, nowMs, isNext, letter, isChosen, mayChoose, isRefused, onBook, onChoose, onRemove } = props
  const locale = useLocale()
  const { names } = useReader()
  const words = useFlightWords()
  const writing = useTripWriting(rates)
  const [t, rich] = [useTexts('trips'), useRichTexts('trips')]
  const title = tripTitle(trip, names, words.t)
  const [seller, provider] = [sellerOf(trip, words.t), providerOf(trip)]
  return (
    <li id={`trip-${trip.id}`} className={classes('trip', trip.booking && 'is-booked')}>
      <div className="trip-what">
        <p className="trip-when">
          {letter && <OptionLetter letter={letter} />}
          {whenText(trip, nowMs, t)}
          <BookingState trip={trip} />
          <DataBadge data={trip.data} />
        </p>
        <h3>{title}</h3>
        <p>{datesText(trip, locale)}</p>
        {/* Nobody is credited with generated offers. */}
        {trip.kind === 'flights' && <p>{trip.data === 'sample' ? seller : t('sellerFrom', { seller, provider })}</p>}
        {trip.kind === 'hotels' && trip.data !== 'sample' && <p>{t('from', { provider })}</p>}
      </div>
      <div className="trip-plan">
        {trip.kind === 'flights' ? (
          <FlightLines flight={trip.flight} />
        ) : (
          <StayLines hotel={trip.hotel} nowMs={nowMs} />
        )}
      </div>
      <TripPrice trip={trip} rates={rates} nowMs={nowMs} />
      <div className="trip-actions row-wrap no-print">
        {trip.booking ? (
          <PressButton icon="calendar" isMain={isNext} action={() => saveTripCalendar(trip, writing)}>
            {t('addToCalendar')}
          </PressButton>
        ) : (
          !trip.isPast && <TripWay trip={trip} rates={rates} />
        )}
        <Booking trip={trip} name={name} onBook={onBook} />
        <Button variant="quiet" onClick={onRemove} aria-label={t('removeOne', { title: name })}>
          <Icon name="x" small />
          {t('remove')}
        </Button>
        {!trip.isPast && <TextLink href={searchAgain(trip)}>{t('searchAgain')}</TextLink>}
        <label className="trip-choose row">
          <input
            type="checkbox"
            checked={isChosen}
            disabled={!isChosen && !mayChoose}
            onChange={(event) => onChoose(event.target.checked)}
          />
          <span>{rich('compare', { title: name, more: spoken })}</span>
        </label>
        {isRefused && (
          <span className="row-hint dim" role="alert">
            {t('mostOptions', { most: maxCompared })}
          </span>
        )}
      </div>
    </li>
  )
}

/** The letter of an option in a circle. */
export function OptionLetter({ letter }: { letter: string }) {
  const rich = useRichTexts('trips')
  return <span className="trip-letter">{rich('option', { letter, more: spoken })}</span>
}

/** The latest total with its parts, its age, and how it differs from the saved one. */
function TripPrice({ trip, rates, nowMs }: Pick<TripCardProps, 'trip' | 'rates' | 'nowMs'>) {
  const locale = useLocale()
  const [t, hotels] = [useTexts('trips'), useTexts('hotels')]
  const { saved, latest } = trip
  const change = priceChange(saved, latest, nowMs, locale, t)
  const isOld = !trip.isPast && !trip.booking && nowMs - latest.seenAtMs > dayMs
  const stay = trip.kind === 'hotels' ? { ...trip.hotel, price: latest } : undefined
  const writeIn = pricesWriter(stay ? shownInRow(stay) : [latest], locale)
  return (
    <div className="trip-price column">
      <b>
        {headline(stay ?? { price: latest }, {
          comparison: comparisonOf(latest.currency, rates, trip.data),
          writeIn,
          t: hotels,
        })}
      </b>
      {stay &&
        beside(stay, writeIn, hotels).map((line) => (
          <span key={line} className="trip-beside">
            {line}
          </span>
        ))}
      <span className={isOld ? 'is-more' : undefined}>{totalSeenText(trip, nowMs, t)}</span>
      {change && <span className={`is-${change.direction}`}>{change.text}</span>}
    </div>
  )
}

/** The page that repeats the search of a trip, with the saved flight or stay open if it is still offered. */
export function searchAgain(trip: TripView): string {
  const query = new URLSearchParams(trip.search)
  query.set('row', rowOf(trip))
  return `/search/${trip.kind}?${query}`
}

function rowOf(trip: TripView): string {
  const source = trip.skill
  if (trip.kind === 'hotels') return rowWithPart(hotelKey(trip.hotel), stayKey({ source, hotel: trip.hotel }))
  return rowWithPart(itineraryKey(trip.flight.legs), fareKey({ source, flight: trip.flight }))
}

/** The days of a stay, its guests, its room and its address. */
function StayLines({ hotel, nowMs }: { hotel: HotelResult; nowMs: number }) {
  const locale = useLocale()
  const [t, travel, trips] = [useTexts('hotels'), useTexts('travel'), useRichTexts('trips')]
  const { check_in, check_out, nights, rooms, room } = hotel
  const address = addressText({ ...hotel })
  return (
    <ul>
      <li className="trip-line is-text">
        {trips('stayDays', {
          from: formatDate(check_in, locale),
          to: formatDate(check_out, locale),
          nights: nightsText(nights, t),
          party: travel('guestsAndRooms', { guests: guestsOfResult(hotel), rooms }),
          b: bold,
        })}
      </li>
      <li className="trip-line is-text">
        {[roomText(room, t), boardText(hotel, t), termsText(hotel, { locale, t }, nowMs)].filter(Boolean).join(' · ')}
      </li>
      {address && <li className="trip-line is-text">{address}</li>}
    </ul>
  )
}

/** Each direction on one line: day, departure, flights, arrival and duration. Below them, the fare. */
function FlightLines({ flight }: { flight: FlightResult }) {
  const { t, duration, locale } = useFlightWords()
  const terms = [...fareTerms(flight, t, useTexts('travel')), bagsText(flight.bags, t)].filter(Boolean)
  return (
    <ul>
      {flight.legs.map(({ departure, arrival, segments, stops, duration_minutes }) => {
        const later = dayDifference(departure.time, arrival.time) ?? 0
        const names = segments.map(flightName)
        return (
          <li key={departure.time} className="trip-line">
            <span className="trip-day">{formatDate(departure.time.slice(0, 10), locale)}</span>
            <span className="trip-time">
              <b>{formatTime(departure.time, locale)}</b> {departure.airport}
            </span>
            <span className="trip-bar middle">
              <span>
                <span aria-hidden="true">{inList(names, t)}</span>
                <span className="sr-only">{inList([...names, stopsText(stops, t)], t)}</span>
              </span>
            </span>
            <span className="trip-time">
              <b>{formatTime(arrival.time, locale)}</b>
              {later !== 0 && (
                <>
                  <sup aria-hidden="true">{formatDayDifference(later)}</sup>
                  <span className="sr-only">{describeDayDifference(later, t)}</span>
                </>
              )}{' '}
              {arrival.airport}
            </span>
            <span className="trip-duration">{duration(duration_minutes)}</span>
          </li>
        )
      })}
      {terms.length > 0 && <li className="trip-line is-text">{terms.join(' · ')}</li>}
    </ul>
  )
}

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
