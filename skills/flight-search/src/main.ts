import { defineSkill } from '#runner/sdk/index.ts'
import { searchFlights } from './search-flights.ts'

export default defineSkill(async (call, host) => {
  const outcome = await searchFlights(call, host, Date.now())
  if (!outcome.ok) throw new host.SkillError(outcome.code, outcome.detail)
  return outcome.value
})
