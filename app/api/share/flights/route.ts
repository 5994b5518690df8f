import { defineRoute } from '#lib/compose/define-route.ts'
import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import { routeText } from '#lib/travel/model/flights/route-text.ts'
import { flightSearchInput } from '#lib/travel/server/search/flight-search-input.ts'
import { FlightCardQuery } from '#lib/travel/server/share/card-language.ts'
import { cardText, cardWords } from '#lib/travel/server/share/card-words.ts'
import { lastDay, slicesOf } from '#runner/contract/capabilities/flight-slices.ts'
import { namesOf } from '../../../(site)/(traveler)/names-of.ts'
import { answerCard, cardRoute } from '../answer-card.ts'

/** In the language of the page, for apps that show links. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...cardRoute('flights'),
  operation: 'drawFlightCard',
  query: FlightCardQuery,
  async handle({ input: { language, ...search }, services }) {
    const { places, clock } = services
    const checked = flightSearchInput(search, places, clock.now())
    if (!checked.ok) return refuseFields(checked.faults)
    const [first, ...others] = slicesOf(search)
    const hops = search.onward && first ? [first, ...others] : [search]
    const nameOf = (code: string) => cardText(namesOf([code], places, language)[code] ?? code, code)
    const { share, flights, days } = cardWords(language)
    const kind = search.onward ? 'flightsSeveralStops' : search.return_date === null ? 'flightsOneWay' : 'flights'
    return answerCard(services, {
      kind: share(kind),
      title: cardText(routeText(hops, nameOf, flights), share('flights')),
      dates: days(search.date, lastDay(search)),
      note: share('byTotalPrice'),
    })
  },
})
