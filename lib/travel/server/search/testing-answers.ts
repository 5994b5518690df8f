import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { Json, type SkillInput, SkillOutput } from '#runner/contract/skill-io.ts'
import { hasSeparateTickets } from '../../model/flights/filters.ts'
import { makeFlight, makeLeg } from '../../model/flights/testing-flights.ts'

/**
 * The same offers, but with flights that fit this one-way or round-trip search. Those on separate tickets change in
 * Newark, on separate tickets again.
 */
export function answering({ params }: SkillInput, output: SkillOutput): SkillOutput {
  if (output.status !== 'success') return output
  const [origin, destination] = [params.origin, params.destination].map((code) => ({
    airport: String(code),
    offset: 0,
  }))
  if (!origin || !destination) throw new TypeError('a search has two ends')
  const legs = [
    makeLeg(String(params.date), [origin, destination], [[600, 1200]]),
    ...(params.return_date ? [makeLeg(String(params.return_date), [destination, origin], [[600, 1200]])] : []),
  ]
  const apart = makeLeg(
    String(params.date),
    [origin, { airport: 'EWR', offset: 0 }, destination],
    [
      [600, 800],
      [900, 1200],
    ],
  )
  const layovers = apart.layovers.map((layover) => ({ ...layover, self_transfer: true }))
  const results = output.results.map((result) => {
    const { id, legs: given, ...flight } = FlightResult.parse(result)
    const own = hasSeparateTickets({ legs: given }) ? [{ ...apart, layovers }, ...legs.slice(1)] : legs
    return Json.parse(makeFlight(id, { ...flight, legs: own }))
  })
  return SkillOutput.parse({ ...output, results })
}
