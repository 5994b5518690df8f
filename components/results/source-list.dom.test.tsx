import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AskedSource } from '#lib/travel/results/search-stream.ts'
import { render } from '../../scripts/testing/english-texts.tsx'
import { SourceList } from './source-list.tsx'

type Progress = AskedSource['progress']
type Answered = Extract<Progress, { state: 'answered' }>

const answered: Answered = {
  state: 'answered',
  offers: [],
  leftOut: 0,
  elapsedMs: 1230,
  cached: false,
  partial: false,
}
const offer = {
  key: 'one',
  price: { amount: 850, currency: 'USD' },
  source: 'one',
  data: 'live',
  cached: false,
  fetchedAtMs: 0,
} as const
const failed = (code: 'API_TIMEOUT' | 'TIMEOUT' | 'API_UNAVAILABLE'): Progress => ({
  state: 'failed',
  error: { code, message: 'No.' },
})

test.each<[string, Progress, string]>([
  ['a source that is asked shows its time limit', { state: 'waiting' }, 'waiting, stops at 20 s'],
  ['an answer shows its time', answered, '0 offers in 1.23\u00a0s'],
  ['the fares of one flight are offers', { ...answered, offers: [offer] }, '1 offer in 1.23\u00a0s'],
  ['a saved answer shows no time', { ...answered, cached: true }, '0 offers, saved earlier'],
  ['a provider out of time shows its limit', failed('API_TIMEOUT'), 'no answer within 20 s'],
  ['a skill out of time shows its limit', failed('TIMEOUT'), 'no answer within 20 s'],
  ['any other failure is no answer', failed('API_UNAVAILABLE'), 'no answer'],
])('%s', (_, progress, text) => {
  render(<SourceList sources={[{ skill: 'one', provider: 'Amadeus', timeout_ms: 20_000, progress }]} />)
  expect(screen.getByRole('listitem').textContent).toBe(`Amadeus${text}`)
})
