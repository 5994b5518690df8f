import { hash32 } from '../market/draw.ts'
import type { Route } from '../market/network.ts'
import { terminalOf } from '../market/terminals.ts'
import type { Flight } from '../market/timetable.ts'

const DOMESTIC_MINUTES = 45
const INTERNATIONAL_MINUTES = 60
const OTHER_TERMINAL_MINUTES = 20
const OTHER_AIRLINE_MINUTES = 10

/** An airport's minimum connection time in minutes: longer between countries, terminals and airlines. */
export function minConnectionMinutes(before: Flight, { link, from, to }: Route): number {
  const { route } = before
  const abroad = route.from.countryCode !== from.countryCode || from.countryCode !== to.countryCode
  const crowded = (hash32('change', from.code) % 3) * 10
  const [lands, leaves] = [route.link.airline.code, link.airline.code]
  return (
    (abroad ? INTERNATIONAL_MINUTES : DOMESTIC_MINUTES) +
    crowded +
    (terminalOf(from, lands) === terminalOf(from, leaves) ? 0 : OTHER_TERMINAL_MINUTES) +
    (lands === leaves ? 0 : OTHER_AIRLINE_MINUTES)
  )
}
