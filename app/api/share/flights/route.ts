import { refuseFields } from '#lib/http/input-error.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { english } from '#lib/i18n/english.ts'
import { flightSearchInput } from '#lib/search/flight-search-input.ts'
import { defineRoute, services } from '#lib/server.ts'
import { cardDates, cardText } from '#lib/share/card-text.ts'
import { routeText } from '#lib/travel/flights/route-text.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { lastDay, slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { namesOf } from '../../../(traveler)/names-of.ts'
import { answerCard } from '../answer-card.ts'

export const dynamic = 'force-dynamic'

/** The preview picture of a flight search, for apps that show links. */
const answer = defineRoute({
  who: 'anyone',
  limit: 'shareCard',
  query: FlightSearch,
  async handle({ input: search }) {
    const { places, clock } = await services()
    const checked = flightSearchInput(search, places, clock.now())
    if (!checked.ok) return refuseFields(Object.entries(checked.details))
    const [first, ...others] = slicesOf(search)
    const hops = search.onward && first ? [first, ...others] : [search]
    const nameOf = (code: string) => cardText(namesOf([code], places)[code] ?? code, code)
    return answerCard({
      kind: search.onward ? 'Flights, several stops' : search.return_date === null ? 'Flights, one way' : 'Flights',
      title: cardText(routeText(hops, nameOf, english('flights')), 'Flights'),
      dates: cardDates(search.date, lastDay(search)),
    })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
