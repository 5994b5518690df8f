import { defineRoute } from '#lib/compose/define-route.ts'
import { type Place, placesAnswerSchema } from '#lib/travel/model/place.ts'
import type { Gazetteer } from '#lib/travel/server/places/gazetteer.ts'
import { inLanguage } from '#lib/travel/server/places/in-language.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { PlacesQuery } from '#lib/travel/server/places/places-query.ts'
import { searchAirports } from '#lib/travel/server/places/search-airports.ts'
import { searchStays } from '#lib/travel/server/places/search-stays.ts'

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'findPlaces',
  summary: 'Finds airports, cities and, for stays, towns and sights by name.',
  who: 'anyone',
  limit: 'places',
  query: PlacesQuery,
  answers: { 200: { description: 'The places, best match first', schema: placesAnswerSchema } },
  handle: ({ input, services: { places, gazetteer } }) => ({
    body: { places: find(input, places, gazetteer) },
    headers: { 'cache-control': 'public, max-age=300' },
  }),
})

function find({ q, codes, for: use, lang }: PlacesQuery, places: Places, gazetteer: Gazetteer): Place[] {
  if (codes !== '') return places.ofCodes(codes.split(',')).map((place) => inLanguage(place, lang, places))
  return use === 'stays' ? searchStays(places, gazetteer, q, lang) : searchAirports(places, gazetteer, q, lang)
}
