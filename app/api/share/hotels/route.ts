import { refuseFields } from '#lib/http/input-error.ts'
import { routeMethods } from '#lib/http/route-methods.ts'
import { hotelSearchInput } from '#lib/search/hotel-search-input.ts'
import { defineRoute, services } from '#lib/server.ts'
import { cardDates, cardText } from '#lib/share/card-text.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { namesOf } from '../../../(traveler)/names-of.ts'
import { answerCard } from '../answer-card.ts'

export const dynamic = 'force-dynamic'

/**
 * The preview picture of a hotel search. For a search around a point, the picture names no place, because the point may
 * be somebody's home.
 */
const answer = defineRoute({
  who: 'anyone',
  limit: 'shareCard',
  query: HotelSearch,
  async handle({ input: search }) {
    const { places, clock } = await services()
    const checked = hotelSearchInput(search, places, clock.now())
    if (!checked.ok) return refuseFields(Object.entries(checked.details))
    const { place, check_in, check_out } = search
    const name = place === undefined ? undefined : cardText(namesOf([place], places)[place] ?? place, place)
    return answerCard({
      kind: 'Hotels',
      title: name ?? 'Hotels in an area of the map',
      dates: cardDates(check_in, check_out),
    })
  },
})

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeMethods({ GET: answer })
