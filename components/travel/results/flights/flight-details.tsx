'use client'

import { useRef, useState } from 'react'
import type { Said } from '#lib/platform/client/said.ts'
import { useChosenOffer } from '#lib/travel/client/use-chosen-offer.ts'
import { roundTogether } from '#lib/travel/model/exact-money.ts'
import { airlineSite } from '#lib/travel/model/flights/airline-sites.ts'
import { conditionText } from '#lib/travel/model/flights/condition-words.ts'
import { isSeatChoice, seatText } from '#lib/travel/model/flights/fare-columns.ts'
import type { FlightFare } from '#lib/travel/model/flights/fare-due.ts'
import { type FareParts, fareParts } from '#lib/travel/model/flights/fare-parts.ts'
import type { FlightItem } from '#lib/travel/model/flights/filters.ts'
import type { FlightOffer } from '#lib/travel/model/flights/flight-offer.ts'
import { fareKey } from '#lib/travel/model/flights/same-flight.ts'
import { airlineName, directionTitle, sellerName } from '#lib/travel/model/flights/words.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { isWrittenWhole, priceWriter } from '#lib/travel/model/money.ts'
import { isDate } from '#lib/travel/model/offset-time.ts'
import { readableName } from '#lib/travel/model/readable-name.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useTravelProfile } from '../../profile/profile-provider.tsx'
import { useReader } from '../reader.tsx'
import { RowActions } from '../row-actions.tsx'
import { Note } from '../row-parts.tsx'
import { FareChoice } from './fare-choice.tsx'
import { useFlightSearch } from './flight-search-context.tsx'
import { LegDetails } from './leg-details.tsx'
import { useFlightWords } from './use-flight-words.ts'

const MOST = 6

/**
 * Who sells the fare, its name and its conditions, as far as the provider gives them. For a traveler who wants a seat,
 * the lines of the price say what it costs.
 */
function FareConditions({ offer }: { offer: FlightOffer }) {
  const locale = useLocale()
  const t = useTexts('flights')
  const { flight } = offer
  const { fare, last_ticketing_date: bookBy } = flight
  const { seat } = useTravelProfile().profile
  const conditions = (fare?.conditions ?? []).filter((condition) => seat === 'any' || !isSeatChoice(condition))
  const texts = [...new Set(conditions.map((condition) => conditionText(condition, { t, locale })))]
  const seller = sellerName(offer, t)
  const bannedCarrier = flight.legs.some(({ segments }) => segments.some(({ banned_in_eu }) => banned_in_eu))
  return (
    <div className="fare-notes">
      {seller && <Note>{t('soldByNote', { seller, provider: flight.provider })}</Note>}
      {bannedCarrier && <Note icon="warn">{t('banned')}</Note>}
      {fare?.brand && <Note>{t('fareNamed', { name: readableName(fare.brand) })}</Note>}
      {fare?.refundable !== undefined && <Note>{fare.refundable ? t('refundPossibleNote') : t('noRefundNote')}</Note>}
      {texts.slice(0, MOST).map((text) => (
        <Note key={text}>{text}</Note>
      ))}
      {texts.length > MOST && <Note>{t('moreConditions', { count: texts.length - MOST })}</Note>}
      {bookBy && isDate(bookBy.slice(0, 10)) && (
        <Note>{t('bookByNote', { date: formatDate(bookBy.slice(0, 10), locale) })}</Note>
      )}
    </div>
  )
}

interface FlightDetailsProps {
  id: string
  row: FlightItem
  /** The list's lowest price, which decides on the decimals of all rows and their details. */
  lowestPrice: number
}

/** The details of an open row: every direction, all fares, the chosen fare's parts, and one main action. */
export function FlightDetails({ id, row, lowestPrice }: FlightDetailsProps) {
  const locale = useLocale()
  const { names: known, travelers } = useReader()
  const words = useFlightWords()
  const [travel, results, refusals] = [useTexts('travel'), useTexts('results'), useTexts('refusals')]
  const search = useFlightSearch()
  const { profile } = useTravelProfile()
  const { fares, itinerary } = row
  const {
    chosen: offer,
    choose,
    isMissing,
  } = useChosenOffer({
    row: itinerary.key,
    offers: fares,
    shown: row.offer,
    keyOf: fareKey,
  })
  const summary = async () => {
    const { nameAirports } = await import('#lib/travel/client/flights/name-airports.ts')
    return { travelers, names: await nameAirports(itinerary.legs, known), words, travel, results, write }
  }
  const { flight, due } = offer
  /** Whether a fare of this row was saved here: then the saved one follows the choice. */
  const isSaved = useRef(false)
  const [moved, setMoved] = useState<Said>('')
  const save = async (fare: FlightFare): Promise<Said> => {
    const { saveOffer } = await import('#lib/travel/client/trips/save-offer.ts')
    const said = await saveOffer(fare, window.location.search, { results, refusals })
    if (typeof said === 'string') isSaved.current = true
    return said
  }
  function chooseFare(key: string) {
    choose(key)
    const fare = fares.find((one) => one.key === key)
    if (!isSaved.current || !fare) return
    setMoved('')
    void save(fare).then(
      (said) => setMoved(typeof said === 'string' ? results('savedFareChanged') : said),
      () => setMoved({ problem: results('connectionLost') }),
    )
  }
  const { currency } = flight.price
  const write = priceWriter([lowestPrice], currency, locale)
  const isWhole = isWrittenWhole([lowestPrice], currency)
  return (
    <div id={id} className="details">
      <div className="ways">
        {itinerary.legs.map((leg, at) => (
          <LegDetails
            key={leg.departure.time}
            title={directionTitle(at, search.onward !== undefined, words.t)}
            leg={leg}
            cabins={flight.legs[at]?.segments.map(({ cabin }) => cabin) ?? []}
          />
        ))}
      </div>
      {fares.length > 1 && (
        <FareChoice
          fares={fares.toSorted((a, b) => a.flight.price.amount - b.flight.price.amount)}
          chosen={offer.key}
          fitting={hasKnownBags(row.offer) ? row.offer.key : undefined}
          onChoose={chooseFare}
          write={write}
          isWhole={isWhole}
        />
      )}
      <p className="row-hint dim" role="status">
        {typeof moved === 'string' ? moved : moved.problem}
      </p>
      {isMissing && <p className="row-hint dim">{words.t('linkedFareMissing')}</p>}
      <div className="fare">
        <FareLines
          parts={fareParts(flight)}
          write={write}
          isWhole={isWhole}
          bags={due.kind === 'added' ? due.amount - flight.price.amount : 0}
          seat={profile.seat === 'any' ? null : seatText(offer, words)}
        />
        <FareConditions offer={offer} />
        <RowActions
          offer={offer}
          isWhole={isWhole}
          address={flight.booking_url}
          seller={airlineName({ code: flight.airline_code, name: flight.airline }, words.t)}
          provider={flight.provider}
          site={airlineSite(flight.airline_code)}
          ask={async (signal) => {
            const { askFlightPrice } = await import('#lib/travel/client/flights/ask-flight-price.ts')
            return askFlightPrice(offer, search, signal)
          }}
          summary={async () => {
            const { flightSummary } = await import('#lib/travel/model/flights/flight-summary.ts')
            return flightSummary(offer, await summary())
          }}
          save={() => save(offer)}
          isSaved={typeof moved === 'string' && moved !== ''}
          calendar={async () => {
            const { flightCalendar } = await import('#lib/travel/model/flights/flight-calendar.ts')
            return flightCalendar(offer, await summary(), Date.now())
          }}
        />
      </div>
    </div>
  )
}

/** Whether the total of a fare includes the traveler's bags. */
const hasKnownBags = ({ due }: FlightFare): boolean => due.kind === 'included' || due.kind === 'added'

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
function FareLines({ parts, write, isWhole, bags, seat }: FareLinesProps) {
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
