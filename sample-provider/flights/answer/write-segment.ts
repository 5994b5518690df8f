import { hash32 } from '../../draw.ts'
import type { SoldFlight } from '../journeys/itinerary.ts'
import type { Station } from '../market/stations.ts'
import { terminalOf } from '../market/terminals.ts'
import type { Cabin } from '../search.ts'

const CO2_FACTOR: Readonly<Record<Cabin, number>> = { ECONOMY: 1, PREMIUM_ECONOMY: 1.5, BUSINESS: 2.6, FIRST: 3.6 }
/** The distance in kilometres that burns as much fuel as a takeoff. */
const TAKEOFF_KM = 95
/**
 * One in this many airlines publishes no emissions. Of the flights that the operating carrier sells itself, one in this
 * many does not name the operating carrier.
 */
const [EMISSIONS_UNTOLD, OPERATOR_UNTOLD] = [14, 100]

/** A flight in the provider's format, under its sold number. */
export function writeSegment({ flight, carrier, number }: SoldFlight, cabin: Cabin, id: string) {
  const { route, aircraft, stops, operator } = flight
  const { link, from, to } = route
  const operating = operator?.code ?? link.airline.code
  const told = operating !== carrier.code || hash32('told', carrier.code, number) % OPERATOR_UNTOLD > 0
  return {
    departure: { iataCode: from.code, ...terminal(from, link.airline.code), at: flight.departsLocal },
    arrival: { iataCode: to.code, ...terminal(to, link.airline.code), at: flight.arrivesLocal },
    carrierCode: carrier.code,
    number,
    aircraft: { code: aircraft.code },
    ...(told ? { operating: { carrierCode: operating } } : {}),
    duration: isoDuration(flight.minutes),
    id,
    numberOfStops: stops.length,
    blacklistedInEU: false,
    ...(stops.length === 0
      ? {}
      : {
          stops: stops.map(({ station, minutes, arrivesLocal, departsLocal }) => ({
            iataCode: station.code,
            duration: isoDuration(minutes),
            arrivalAt: arrivesLocal,
            departureAt: departsLocal,
          })),
        }),
    ...(hash32('emissions', link.airline.code) % EMISSIONS_UNTOLD === 0
      ? {}
      : {
          co2Emissions: [
            {
              weight: Math.round((link.km + TAKEOFF_KM * (stops.length + 1)) * aircraft.kgPerKm * CO2_FACTOR[cabin]),
              weightUnit: 'KG',
              cabin,
            },
          ],
        }),
  }
}

export type Segment = ReturnType<typeof writeSegment>

function terminal(station: Station, airline: string): { terminal?: string } {
  const code = terminalOf(station, airline)
  return code === undefined ? {} : { terminal: code }
}

/** Minutes as an ISO duration: "PT14H15M". */
export function isoDuration(minutes: number): string {
  const hours = Math.trunc(minutes / 60)
  const rest = minutes % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}
