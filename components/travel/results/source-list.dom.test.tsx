import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
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
  ['a source that has not answered yet shows its time limit', { state: 'waiting' }, 'waiting, stops at 20 s'],
  ['a source that answered shows its response time', answered, '0 offers in 1.23\u00a0s'],
  ['each fare of a flight counts as an offer', { ...answered, offers: [offer] }, '1 offer in 1.23\u00a0s'],
  ['a cached answer shows no response time', { ...answered, cached: true }, '0 offers, saved earlier'],
  ['a provider that timed out shows its time limit', failed('API_TIMEOUT'), 'no answer within 20 s'],
  ['a skill that timed out shows its time limit', failed('TIMEOUT'), 'no answer within 20 s'],
  ['any other failure is shown as "no answer"', failed('API_UNAVAILABLE'), 'no answer'],
])('%s', (_, progress, text) => {
  render(<SourceList sources={[{ skill: 'one', provider: 'Amadeus', timeout_ms: 20_000, progress }]} />)
  expect(screen.getByRole('listitem').textContent).toBe(`Amadeus${text}`)
})
