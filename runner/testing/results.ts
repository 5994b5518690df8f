import type { Json } from '../contract/skill-io.ts'

type Result = { [name: string]: Json }

/** A one-stop C-FLIGHT-SEARCH flight, as a skill returns it. */
export function flightResult(change: Result = {}): Result {
  const [ams, ewr, aua] = [
    { airport: 'AMS', time: '2027-02-13T09:05:00+01:00' },
    { airport: 'EWR', time: '2027-02-13T11:40:00-05:00' },
    { airport: 'AUA', time: '2027-02-13T18:55:00-04:00' },
  ]
  const carrier = { code: 'UA', name: 'United' }
  const onward = { airport: 'EWR', time: '2027-02-13T13:35:00-05:00' }
  const segments = [
    { departure: ams, arrival: ewr, carrier, flight_number: '70', duration_minutes: 515 },
    { departure: onward, arrival: aua, carrier, flight_number: '71', duration_minutes: 260 },
  ]
  const layovers = [{ airport: 'EWR', duration_minutes: 115 }]
  const leg = { departure: ams, arrival: aua, duration_minutes: 890, stops: 1, segments, layovers }
  return {
    id: '1',
    provider: 'Amadeus',
    airline: 'United',
    airline_code: 'UA',
    price: { amount: 1000, currency: 'USD' },
    departure: ams.time,
    arrival: aua.time,
    stops: 1,
    duration_minutes: 890,
    legs: [leg],
    ...change,
  }
}

/** A C-HOTEL-SEARCH stay, as a skill returns it. */
export function hotelResult(change: Result = {}): Result {
  const price = { amount: 330.3, currency: 'EUR' }
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
    price_per_night: { amount: 110.1, currency: 'EUR' },
    price_parts: [
      { kind: 'room', included: true, price: { amount: 300.2, currency: 'EUR' } },
      { kind: 'tax', included: false, price: { amount: 30.1, currency: 'EUR' } },
    ],
    ...change,
  }
}
