/** Small hotels and offers in the provider's format, with every field that a test may change. */

export type Fields = { readonly [field: string]: unknown }

export const hotelId = (number: number) => `ACPAR${String(number).padStart(3, '0')}`

/** Each hotel is about a hundred metres farther from the centre (48.85, 2.35) than the one before. */
export function listed(number: number, fields: Fields = {}) {
  return {
    chainCode: 'AC',
    iataCode: 'PAR',
    dupeId: 700_000_000 + number,
    name: `HOTEL ${number}`,
    hotelId: hotelId(number),
    geoCode: { latitude: 48.85 + number / 1000, longitude: 2.35 },
    address: { countryCode: 'FR' },
    rating: 3 + (number % 3),
    ...fields,
  }
}

export function list(count: number) {
  return { data: Array.from({ length: count }, (_, at) => listed(at)), meta: { count } }
}

export function offer(fields: Fields = {}) {
  return {
    id: 'TSXOJ6LFQ2',
    checkInDate: '2027-03-12',
    checkOutDate: '2027-03-15',
    rateCode: 'BAR',
    boardType: 'BREAKFAST',
    room: {
      type: 'B2D',
      typeEstimated: { category: 'SUPERIOR_ROOM', beds: 2, bedType: 'DOUBLE' },
      description: { text: 'Superior Room\n2 double beds', lang: 'EN' },
    },
    guests: { adults: 2 },
    price: { currency: 'EUR', total: '300.00' },
    policies: {
      paymentType: 'guarantee',
      cancellations: [{ amount: '100.00', deadline: '2027-03-10T18:00:00+01:00' }],
    },
    ...fields,
  }
}

export function offered(id: string, offers: readonly unknown[] = [offer()], fields: Fields = {}) {
  return {
    type: 'hotel-offers',
    hotel: {
      type: 'hotel',
      hotelId: id,
      chainCode: 'AC',
      dupeId: '7',
      name: `Hotel ${id}`,
      cityCode: 'PAR',
      ...fields,
    },
    available: true,
    offers,
  }
}

export const hotelIdsOf = (url: URL) => url.searchParams.get('hotelIds')?.split(',') ?? []
export const isList = (url: URL) => url.pathname.startsWith('/v1/reference-data/')

/** An offer for every requested hotel. */
export const offersFor = (url: URL) => ({ data: hotelIdsOf(url).map((id) => offered(id)) })
