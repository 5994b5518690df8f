/** Small offers in the provider's format, with every field that a test may change. */

export type Fields = { readonly [field: string]: unknown }

export function segment(from: string, leaves: string, to: string, lands: string, fields: Fields = {}) {
  return {
    departure: { iataCode: from, terminal: '1', at: leaves },
    arrival: { iataCode: to, terminal: '2', at: lands },
    carrierCode: 'NH',
    number: '177',
    aircraft: { code: '789' },
    operating: { carrierCode: 'NH' },
    id: '1',
    numberOfStops: 0,
    blacklistedInEU: false,
    ...fields,
  }
}

export const seattleToTokyo = segment('SEA', '2027-03-15T11:30:00', 'NRT', '2027-03-16T14:10:00', {
  duration: 'PT10H40M',
})
export const tokyoToSeattle = segment('NRT', '2027-03-25T17:00:00', 'SEA', '2027-03-25T10:15:00', {
  id: '2',
  number: '178',
  duration: 'PT9H15M',
})

export function itinerary(...segments: unknown[]) {
  return { duration: 'PT1H', segments }
}

export function traveler(type: string, total: string, details: readonly unknown[], fields: Fields = {}) {
  return {
    travelerId: '1',
    fareOption: 'STANDARD',
    travelerType: type,
    price: { currency: 'USD', total, base: '700.00' },
    fareDetailsBySegment: details,
    ...fields,
  }
}

export function fareDetails(segmentId: string, fields: Fields = {}) {
  return { segmentId, cabin: 'ECONOMY', fareBasis: 'NLR1R1RX', class: 'N', ...fields }
}

export function offer(fields: Fields = {}) {
  return {
    type: 'flight-offer',
    id: '1',
    source: 'GDS',
    lastTicketingDate: '2027-03-10',
    numberOfBookableSeats: 4,
    itineraries: [itinerary(seattleToTokyo)],
    price: { currency: 'USD', total: '847.00', base: '700.00', grandTotal: '847.00' },
    pricingOptions: { fareType: ['PUBLISHED'], includedCheckedBagsOnly: true },
    validatingAirlineCodes: ['NH'],
    travelerPricings: [traveler('ADULT', '847.00', [fareDetails('1')])],
    ...fields,
  }
}

export const dictionaries = {
  locations: { SEA: { cityCode: 'SEA', countryCode: 'US' }, NRT: { cityCode: 'TYO', countryCode: 'JP' } },
  aircraft: { 789: 'BOEING 787-9' },
  currencies: { USD: 'US DOLLAR' },
  carriers: { NH: 'ALL NIPPON AIRWAYS', UA: 'UNITED AIRLINES' },
}

export function answerWith(offers: readonly unknown[], fields: Fields = { dictionaries }): string {
  return JSON.stringify({ meta: { count: offers.length }, data: offers, ...fields })
}
