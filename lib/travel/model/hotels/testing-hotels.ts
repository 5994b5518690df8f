import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'

/** A hotel result of the contract. Without `price_parts`, the whole price is the room price. */
export function makeHotel(fields: Partial<HotelResult> = {}): HotelResult {
  const price = fields.price ?? { amount: 300, currency: 'EUR' }
  return {
    id: 'OFFER1',
    provider: 'Amadeus',
    hotel_id: 'ACPAR001',
    name: 'Hotel du Test',
    check_in: '2027-03-12',
    check_out: '2027-03-15',
    nights: 3,
    rooms: 1,
    guests: { adults: 2, child_ages: [] },
    room: {},
    price,
    price_per_night: { amount: 100, currency: price.currency },
    price_parts: [{ kind: 'room', included: true, price }],
    ...fields,
  }
}
