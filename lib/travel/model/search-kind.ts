/** A kind of search, as messages name it, and the URLs of its page and stream. */
export interface SearchKind {
  many: 'flights' | 'hotels'
  page: '/search/flights' | '/search/hotels'
  api: '/api/search/flights' | '/api/search/hotels'
}

export const flightSearches: SearchKind = {
  many: 'flights',
  page: '/search/flights',
  api: '/api/search/flights',
}

export const hotelSearches: SearchKind = {
  many: 'hotels',
  page: '/search/hotels',
  api: '/api/search/hotels',
}
