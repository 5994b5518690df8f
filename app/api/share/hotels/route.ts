import { defineRoute } from '#lib/compose/define-route.ts'
import { refuseFields } from '#lib/platform/server/http/input-error.ts'
import { hotelSearchInput } from '#lib/travel/server/search/hotel-search-input.ts'
import { HotelCardQuery } from '#lib/travel/server/share/card-language.ts'
import { cardText, cardWords } from '#lib/travel/server/share/card-words.ts'
import { namesOf } from '../../../(site)/(traveler)/names-of.ts'
import { answerCard, cardRoute } from '../answer-card.ts'

/**
 * In the language of the page. For a search around a point, the picture names no place, because the point may be
 * somebody's home.
 */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  ...cardRoute('hotels'),
  operation: 'drawHotelCard',
  query: HotelCardQuery,
  async handle({ input: { language, ...search }, services }) {
    const { places, clock } = services
    const checked = hotelSearchInput(search, places, clock.now())
    if (!checked.ok) return refuseFields(checked.faults)
    const { place, check_in, check_out } = search
    const name = place === undefined ? undefined : cardText(namesOf([place], places, language)[place] ?? place, place)
    const { share, days } = cardWords(language)
    return answerCard(services, {
      kind: share('hotels'),
      title: name ?? share('hotelsInArea'),
      dates: days(check_in, check_out),
      note: share('byTotalPrice'),
    })
  },
})
