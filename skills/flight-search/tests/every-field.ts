import { answerWith, fareDetails, itinerary, offer, seattleToTokyo, tokyoToSeattle, traveler } from './offers.ts'

const emissions = { co2Emissions: [{ weight: 410, weightUnit: 'KG', cabin: 'ECONOMY' }] }
const viaHonolulu = {
  ...seattleToTokyo,
  ...emissions,
  numberOfStops: 1,
  stops: [
    {
      iataCode: 'HNL',
      duration: 'PT1H10M',
      arrivalAt: '2027-03-15T14:00:00',
      departureAt: '2027-03-15T15:10:00',
    },
  ],
}
const details = (segmentId: string) =>
  fareDetails(segmentId, {
    brandedFare: 'FLEX',
    brandedFareLabel: 'ECONOMY FLEX',
    includedCheckedBags: { quantity: 1, weight: 23, weightUnit: 'KG' },
    includedCabinBags: { quantity: 1 },
    amenities: [
      {
        code: 'M1',
        description: 'HOT MEAL',
        isChargeable: false,
        amenityType: 'MEAL',
        amenityProvider: { name: 'SampleBrand' },
      },
    ],
  })
const taxes = [
  { code: 'US', amount: '19.10' },
  { code: 'YQ', amount: '120.00' },
]

/** An answer whose offer has every field that the skill reads, for a round trip. */
export const everyField = answerWith([
  offer({
    lastTicketingDateTime: '2027-03-10',
    itineraries: [
      { ...itinerary(viaHonolulu), duration: 'PT10H40M' },
      { ...itinerary({ ...tokyoToSeattle, ...emissions }), duration: 'PT9H15M' },
    ],
    price: {
      currency: 'USD',
      total: '839.10',
      base: '700.00',
      grandTotal: '847.00',
      fees: [{ amount: '7.90', type: 'TICKETING' }],
      taxes,
    },
    pricingOptions: { fareType: ['PUBLISHED'], includedCheckedBagsOnly: true, refundableFare: true },
    travelerPricings: [
      traveler('ADULT', '839.10', [details('1'), details('2')], {
        price: { currency: 'USD', total: '839.10', base: '700.00', taxes },
      }),
    ],
  }),
])
