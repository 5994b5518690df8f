import { FlightResult } from '#runner/contract/flights.ts'
import type { AnswerContext } from '../src/answer-context.ts'
import { readDictionaries } from '../src/dictionaries.ts'
import { createLocalTimes } from '../src/local-times.ts'
import { type MappedOffer, mapOffer, noteTimes } from '../src/map-offer.ts'
import { createTextReader } from '../src/read.ts'
import { offsetsOf } from './fake-host.ts'
import { dictionaries } from './offers.ts'

/** Maps one offer as the whole search would. */
export async function map(given: unknown, legs = 1, names: unknown = dictionaries): Promise<MappedOffer> {
  const times = createLocalTimes()
  noteTimes(given, times)
  await times.resolve(offsetsOf)
  const context: AnswerContext = { dictionaries: readDictionaries(names), times, text: createTextReader(), legs }
  return mapOffer(given, 'fallback', context)
}

/** The result as the caller gets it, parsed with the contract. */
export async function mapped(given: unknown, legs = 1, names: unknown = dictionaries): Promise<FlightResult> {
  const answer = await map(given, legs, names)
  if (!answer.ok) throw new Error(answer.reason)
  return FlightResult.parse(JSON.parse(JSON.stringify(answer.result)))
}
