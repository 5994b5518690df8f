import { hash32 } from '../../draw.ts'
import { type Station, terminalOf } from '../market/stations.ts'
import type { Flight } from '../market/timetable.ts'
import type { Cabin } from '../search.ts'

const CO2_FACTOR: Readonly<Record<Cabin, number>> = { ECONOMY: 1, PREMIUM_ECONOMY: 1.5, BUSINESS: 2.6, FIRST: 3.6 }
/** The distance in kilometres that burns as much fuel as a takeoff. */
const TAKEOFF_KM = 95
/**
 * One in this many airlines publishes no emissions. Of the flights that the operating carrier sells itself, one in this
 * many does not name the operating carrier.
 */
const [EMISSIONS_UNTOLD, OPERATOR_UNTOLD] = [14, 100]

/** A flight in the provider's format. */
export function writeSegment({ route, aircraft, operator, number, ...flight }: Flight, cabin: Cabin, id: string) {
  const { link, from, to } = route
  const { code: carrier } = link.airline
  const told = operator !== undefined || hash32('told', carrier, number) % OPERATOR_UNTOLD > 0
  const weight = Math.round((link.km + TAKEOFF_KM) * aircraft.kgPerKm * CO2_FACTOR[cabin])
  return {
    departure: { iataCode: from.code, ...terminal(from, carrier), at: flight.departsLocal },
    arrival: { iataCode: to.code, ...terminal(to, carrier), at: flight.arrivesLocal },
    carrierCode: carrier,
    number,
    aircraft: { code: aircraft.code },
    ...(told && { operating: { carrierCode: operator?.code ?? carrier } }),
    duration: isoDuration(flight.minutes),
    id,
    numberOfStops: 0,
    blacklistedInEU: false,
    ...(hash32('emissions', carrier) % EMISSIONS_UNTOLD > 0 && {
      co2Emissions: [{ weight, weightUnit: 'KG', cabin }],
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
