import { conditionText } from '#lib/travel/model/flights/condition-words.ts'
import { isSeatChoice } from '#lib/travel/model/flights/fare-columns.ts'
import type { FlightOffer } from '#lib/travel/model/flights/flight-offer.ts'
import { sellerName } from '#lib/travel/model/flights/words.ts'
import { formatDate } from '#lib/travel/model/format.ts'
import { isDate } from '#lib/travel/model/offset-time.ts'
import { readableName } from '#lib/travel/model/readable-name.ts'
import { useLocale, useTexts } from '../../../ui/texts.tsx'
import { useTravelProfile } from '../../profile/profile-provider.tsx'
import { Note } from '../note.tsx'

const MOST = 6

/**
 * Who sells the fare, its name and its conditions, as far as the provider gives them. For a traveler who wants a seat,
 * the lines of the price say what it costs.
 */
export function FareConditions({ offer }: { offer: FlightOffer }) {
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
