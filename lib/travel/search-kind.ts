/** A kind of search: its words, and the URLs of its page and stream. */
export interface SearchKind {
  one: 'flight' | 'hotel'
  many: 'flights' | 'hotels'
  page: '/search/flights' | '/search/hotels'
  api: '/api/search/flights' | '/api/search/hotels'
}

export const flightSearches: SearchKind = {
  one: 'flight',
  many: 'flights',
  page: '/search/flights',
  api: '/api/search/flights',
}

export const hotelSearches: SearchKind = {
  one: 'hotel',
  many: 'hotels',
  page: '/search/hotels',
  api: '/api/search/hotels',
}

/** "1 flight", "86 flights". */
export function countText(count: number, { one, many }: Pick<SearchKind, 'one' | 'many'>): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`
}
