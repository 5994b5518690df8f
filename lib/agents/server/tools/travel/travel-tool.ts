import { counted } from '#lib/platform/model/counted.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import type { Json, SkillSuccess } from '#runner/contract/skill-io.ts'

type Result = { [name: string]: Json }

/** `short`: a result as a model sees it. `whole`: the full result, which a model can get later by the result's id. */
type CompactResult = { readonly short: Result; readonly whole: Result }

export type Compact = {
  /** A message to speak. It contains no text of a provider: names are in the results. */
  readonly message: string
  /** The best results, at most `maxResults`. */
  readonly results: readonly CompactResult[]
  readonly total: number
}

/** How a model sees a function of a capability: its description, its parameters and its results. */
export type TravelTool = {
  readonly description: string
  /** The names of the action's parameters that a model sees. `required`: those that it must always send. */
  readonly parameters: readonly string[]
  readonly required: readonly string[]
  compact(output: SkillSuccess, params: Params, nowMs: number): Compact
}

export const maxResults = 10

/** The language in which sentences for speech are written. */
export const spokenLocale = 'en-US'

/** The remarks that a message must have if offers may be missing, or if the data is not known to be real. */
export function dataRemark({ metadata }: SkillSuccess) {
  const { data = 'test', partial, unreadable = 0, unknown_airports, hotels_asked: asked } = metadata
  const { hotels_with_fewer_rates: fewer = 0 } = metadata
  const label = { sample: ' This is sample data, not real offers.', test: ' This is test data.', live: '' }[data]
  return [
    unreadable > 0 ? ` ${counted(unreadable, 'offer')} could not be read.` : '',
    unknown_airports ? ` Our airport data lacks ${unknown_airports.join(', ')}: that is our fault.` : '',
    fewer > 0 ? ` Of ${counted(fewer, 'hotel')}, only the cheapest rates are included.` : '',
    asked ? ` The source was asked for ${asked.count} of ${counted(asked.of, 'hotel')}, the nearest first.` : '',
    partial ? ' The answer is partial: some offers may be missing.' : '',
    label,
  ].join('')
}

/** JSON without the fields that are undefined. */
export const defined = (value: object): Result => JSON.parse(JSON.stringify(value))
