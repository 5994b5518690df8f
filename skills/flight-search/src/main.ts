import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { defineSkill } from '#runner/sdk/index.ts'
import { searchFlights } from './search-flights.ts'

export default defineSkill<FlightParams>(async (call, host) => {
  const outcome = await searchFlights(call, host)
  if (!outcome.ok) throw new host.SkillError(outcome.code, outcome.detail, outcome)
  return outcome.value
})
