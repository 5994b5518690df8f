import { expect, it } from 'vitest'
import { makeOffer } from '../flights/testing-flights.ts'
import { nameSampleSources } from './sample-sources.ts'
import { initialSearch, type SourceProgress } from './search-stream.ts'

const answered = (...offers: ReturnType<typeof makeOffer>[]): SourceProgress<ReturnType<typeof makeOffer>> => ({
  state: 'answered',
  offers,
  leftOut: 0,
  elapsedMs: 1,
  cached: false,
  partial: false,
})
const failed = { state: 'failed', error: { code: 'API_UNAVAILABLE', message: 'a sentence' } } as const
const namesOf = (expected: 'sample' | undefined, ...given: SourceProgress<ReturnType<typeof makeOffer>>[]) => {
  const sources = given.map((progress, at) => ({ skill: `s${at}`, provider: 'Amadeus', timeout_ms: 1, progress }))
  return nameSampleSources({ ...initialSearch, sources }, expected, 'Sample data').sources.map(
    ({ provider }) => provider,
  )
}

it('names no provider for generated results, nor for a source that would have sent some', () => {
  const sample = answered(makeOffer('1', {}, { data: 'sample' }))
  expect(namesOf('sample', sample, answered(), { state: 'waiting' }, failed)).toEqual(Array(4).fill('Sample data'))
  expect(namesOf(undefined, sample, failed)).toEqual(['Sample data', 'Amadeus'])
})

it('names the provider of live and of test results', () => {
  const [live, test] = [answered(makeOffer('1')), answered(makeOffer('1', {}, { data: 'test' }))]
  expect(namesOf('sample', live, test)).toEqual(['Amadeus', 'Amadeus'])
})
