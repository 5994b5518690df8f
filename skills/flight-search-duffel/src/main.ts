import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { defineSkill } from '#runner/sdk/index.ts'
import { valueOrThrow } from '#runner/sdk/outcome.ts'
import { searchFlights } from './search-flights.ts'

export default defineSkill<FlightParams>(async (call, host) =>
  valueOrThrow(await searchFlights(call, host), host.SkillError),
)
