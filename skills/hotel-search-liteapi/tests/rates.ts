/** Small answers in the provider's format, with every field that a test may change. */

export type Fields = { readonly [field: string]: unknown }

const amount = (value: number, currency = 'USD') => [{ amount: value, currency }]

export function tax(value: number | null, included: boolean, fields: Fields = {}) {
  return { included, description: 'City tax', amount: value, currency: 'USD', ...fields }
}

export function rate(fields: Fields = {}) {
  return {
    rateId: 'rate_1',
    occupancyNumber: 1,
    name: 'Standard King Room',
    maxOccupancy: 2,
    adultCount: 2,
    childCount: 0,
    childrenAges: [],
    boardType: 'BB',
    boardName: 'Bed & Breakfast',
    mappedRoomId: 4711,
    retailRate: {
      total: amount(300),
      initialPrice: amount(340),
      taxesAndFees: [tax(30, true), tax(12, false, { description: 'Resort fee' })],
    },
    cancellationPolicies: {
      cancelPolicyInfos: [
        { cancelTime: '2027-02-10 22:00:00', amount: 300, currency: 'USD', type: 'amount', timezone: 'GMT' },
      ],
      hotelRemarks: [],
      refundableTag: 'RFN',
    },
    paymentTypes: ['NUITEE_PAY', 'PROPERTY_PAY'],
    ...fields,
  }
}

/** A rate with this retail rate. */
export const priced = (retailRate: Fields) => rate({ retailRate: { ...rate().retailRate, ...retailRate } })

/** A rate with these cancellation terms. */
export const cancelled = (infos: readonly unknown[], refundableTag = 'RFN') =>
  rate({ cancellationPolicies: { cancelPolicyInfos: infos, hotelRemarks: [], refundableTag } })

export function offer(fields: Fields = {}) {
  return {
    roomTypeId: 'room_1',
    offerId: 'offer_1',
    supplier: 'nuitee',
    rates: [rate()],
    offerRetailRate: { amount: 300, currency: 'USD' },
    rateType: 'standard',
    ...fields,
  }
}

export function hotel(fields: Fields = {}) {
  return {
    id: 'lp1897',
    name: 'Hotel Example',
    address: '12 Example Street',
    city_name: 'Paris',
    country_code: 'fr',
    latitude: 48.86,
    longitude: 2.35,
    stars: 4.5,
    rating: 8.5,
    ...fields,
  }
}

export function offered(roomTypes: readonly unknown[] = [offer()], hotelId: unknown = 'lp1897') {
  return { hotelId, roomTypes }
}
