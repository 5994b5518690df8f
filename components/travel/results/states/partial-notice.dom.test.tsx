import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Found } from '#lib/travel/model/results/found.ts'
import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import type { ListView, Trouble } from '#lib/travel/model/results/search-view.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { PartialNotice } from './partial-notice.tsx'

const offer = (source: string, change: Partial<Found> = {}): Found => ({
  key: `${source} 1`,
  price: { amount: 850, currency: 'USD' },
  source,
  data: 'live',
  cached: false,
  fetchedAtMs: Date.now() - 120_000,
  ...change,
})
const answered: AskedSource = {
  skill: 'one',
  provider: 'Amadeus',
  timeout_ms: 30_000,
  progress: { state: 'answered', offers: [offer('one')], leftOut: 0, elapsedMs: 900, cached: false, partial: false },
}
const failed: AskedSource = {
  skill: 'two',
  provider: 'Duffel',
  timeout_ms: 20_000,
  progress: { state: 'failed', error: { code: 'API_UNAVAILABLE', message: 'Down.' } },
}
const error = { code: 'API_INVALID_PARAMS', message: 'The date is too far ahead.' } as const
const throttled: Trouble = { kind: 'throttled', who: 'Duffel', retryAfterS: 9 }
const down: Trouble = { kind: 'down', who: 'Duffel' }

function renderNotice(change: Partial<ListView>, onRetry = () => {}, sources = [answered, failed]) {
  const offers = [offer('one')]
  const list = { kind: 'list', offers, currency: 'USD', isPartial: true, failure: null } as const
  const view: ListView = { ...list, waiting: [], troubles: [], leftOut: 0, otherCurrencies: [], ...change }
  const { container } = render(
    <ReaderProvider travelers={1} names={{}} kind="hotels">
      <PartialNotice view={view} sources={sources} onRetry={onRetry} />
    </ReaderProvider>,
    { locale: 'en-US' },
  )
  return container.textContent ?? ''
}

test.each<[string, Trouble, string]>([
  ['that is down', down, 'Duffel cannot be reached now. A lower price may exist there.'],
  [
    'that timed out',
    { kind: 'timeout', who: 'Duffel', limitMs: 20_000 },
    'Duffel did not answer within 20 s. A lower price may exist there.',
  ],
  [
    'that rejects the search',
    { kind: 'refused-search', who: 'Duffel', skill: 'two', error },
    'Duffel does not accept this search. A lower price may exist there.',
  ],
  ['that is switched off', { kind: 'off', who: 'Duffel' }, 'Duffel is switched off for now.'],
  [
    'whose skill crashed',
    { kind: 'unavailable', who: 'Duffel', skill: 'two', error: { code: 'SKILL_CRASHED', message: 'It broke.' } },
    'Some hotels could not be loaded. Try again.',
  ],
])('names a source %s, and its effect on the list', (_, trouble, sentence) => {
  const text = renderNotice({ troubles: [trouble] })
  expect(text).toContain('This is a partial answer.')
  expect(text).toContain(sentence)
  expect(screen.getByRole('list', { name: 'Sources' })).toBeDefined()
})

test.each([
  [0, 'A source sent only some of its hotels.'],
  [1, '1 offer is not shown because its details are invalid or duplicated.'],
  [12, '12 offers are not shown because their details are invalid or duplicated.'],
])('counts the offers that are left out (%i), and shows no list of sources', (leftOut, sentence) => {
  expect(renderNotice({ leftOut })).toContain(sentence)
  expect(screen.queryByRole('list', { name: 'Sources' })).toBeNull()
})

test('counts the offers of each source that could not be read, beside a source that failed, and says whose fault it is', () => {
  const progress = { ...answered.progress, unread: { unreadable: 3, unknown_airports: ['KTI'] } }
  const text = renderNotice({ troubles: [down], leftOut: 1 }, undefined, [{ ...answered, progress }, failed])
  expect(text).toContain(
    'A lower price may exist there. 3 offers from Amadeus could not be read. Our airport data lacks KTI: that is our fault, not a fault of Amadeus. 1 offer is not shown',
  )
})

test('says of how many hotels the prices were asked for, once the source has answered in full', () => {
  const unread = { hotels_asked: { count: 480, of: 1250 } }
  const sourcesOf = (change: object) => [{ ...answered, progress: { ...answered.progress, unread, ...change } }]
  expect(renderNotice({}, undefined, sourcesOf({}))).toContain(
    'This is a partial answer. Amadeus was asked for 480 of 1,250 hotels, the nearest first.',
  )
  expect(renderNotice({}, undefined, sourcesOf({ isFirst: true }))).not.toContain('480')
})

test('an incomplete list can be requested again', async () => {
  const onRetry = vi.fn<() => void>()
  renderNotice({ troubles: [down] }, onRetry)
  await userEvent.click(screen.getByRole('button', { name: 'Ask again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a rate-limited source shows a countdown instead of a button that asks again at once', () => {
  const text = renderNotice({ troubles: [throttled] })
  expect(text).toContain('Duffel limits how often we may ask.')
  expect(text).not.toContain('This is a partial answer.')
  expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull()
})

test('names another failed source beside the rate-limited one, and one button retries both', () => {
  const text = renderNotice({ troubles: [throttled, { ...down, who: 'Sabre' }] })
  expect(text).toContain('Sabre cannot be reached now.')
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Ask now'])
})

test('states the age of the rate-limited source’s old prices, not that of other sources’ prices', () => {
  const at = (minutes: number) => ({ isOld: true, fetchedAtMs: Date.now() - minutes * 60_000 })
  const offers = [offer('one', at(50)), offer('two', at(5)), offer('two', { ...at(7), key: 'two 2' })]
  expect(renderNotice({ troubles: [throttled], offers })).toMatch(
    /Last update of its prices below: \d+:\d\d(\s[AP]M)?, 7\smin ago/,
  )
})
