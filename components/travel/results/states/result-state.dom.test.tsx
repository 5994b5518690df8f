import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SearchKind } from '#lib/travel/model/results/found.ts'
import type { SearchView } from '#lib/travel/model/results/search-view.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { renderIn } from '../../../../scripts/testing/render-in.tsx'
import { ExplainedFlights } from '../flights/flight-parts.ts'
import { ReaderProvider } from '../reader.tsx'
import type { ExplainedView } from './explained-state.tsx'
import { ResultState } from './result-state.tsx'

const explained = (view: ExplainedView) => <ExplainedFlights view={view} onRetry={() => {}} />

function show(view: Parameters<typeof ResultState>[0]['view'], kind: SearchKind = 'flights', onRetry = () => {}) {
  return render(
    <ReaderProvider travelers={1} names={{}} kind={kind}>
      <ResultState view={view} none={() => null} explained={explained} signIn={null} onRetry={onRetry} />
    </ReaderProvider>,
    { locale: 'en-US' },
  )
}

const off: Extract<SearchView, { kind: 'no-sources' | 'trouble' }>[] = [
  { kind: 'no-sources' },
  { kind: 'trouble', trouble: { kind: 'off', who: 'Amadeus' }, others: [] },
]

test.each(off)('does not show a switched-off source ($kind) as a failure, nor any internal name', async (view) => {
  show(view)
  expect((await screen.findByRole('heading')).textContent).toMatch(
    /^(The search for flights|Amadeus) is switched off for now$/,
  )
  expect(document.body.textContent).toContain('Your search is fine. The operator of this app can switch')
  expect(document.body.textContent).not.toMatch(/fail|skill|C-FLIGHT|SKILL_/i)
})

test('without any provider the page explains this, and offers no retry', async () => {
  show({ kind: 'no-sources', isUnset: true })
  expect((await screen.findByRole('heading')).textContent).toBe('No provider of flights is set up yet')
  expect(document.body.textContent).toContain('The operator of this app can add the key of a provider of flights.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('names the provider and the field that it rejects, but not the schema of the field', async () => {
  const error = {
    code: 'INVALID_INPUT' as const,
    message: 'The request is not valid: currency cannot be "AFN": the skill accepts text that matches ^[A-Z]{3}$.',
    details: { currency: 'cannot be "AFN": the skill accepts text that matches ^[A-Z]{3}$' },
  }
  const view = {
    kind: 'trouble' as const,
    trouble: { kind: 'refused-search' as const, who: 'Amadeus', skill: 'flight-search', error },
    others: [],
  }
  render(<ResultState view={view} none={() => null} explained={explained} signIn={null} onRetry={() => {}} />)
  expect((await screen.findByRole('heading')).textContent).toBe('Amadeus does not accept this search')
  expect(document.body.textContent).toContain('Change the currency and search again.')
  expect(document.body.textContent).not.toMatch(/skill|\^\[A-Z/)
})

test('a provider that does not answer within its time limit is named with the limit', async () => {
  const trouble = { kind: 'timeout', who: 'Amadeus', limitMs: 15_000 } as const
  show({ kind: 'trouble', trouble, others: [] }, 'hotels')
  expect((await screen.findByRole('heading')).textContent).toBe('Amadeus did not answer within 15 s')
})

test('each source that did not answer is named', async () => {
  const view: Extract<SearchView, { kind: 'trouble' }> = {
    kind: 'trouble',
    trouble: { kind: 'down', who: 'Amadeus' },
    others: [
      { kind: 'timeout', who: 'Duffel', limitMs: 15_000 },
      { kind: 'off', who: 'LiteAPI' },
    ],
  }
  show(view)
  expect((await screen.findByRole('heading')).textContent).toBe('Amadeus cannot be reached')
  expect(document.body.textContent).toContain('Duffel did not answer within 15 s. LiteAPI is switched off for now.')
  expect(document.body.textContent).not.toContain('A lower price may exist there')
})

test.each([
  ['API_AUTH_FAILED', 'Duffel does not accept the credentials of this app', 'Save search'],
  ['NOT_CONFIGURED', 'Duffel gave no usable answer', 'Save search'],
  ['EGRESS_BLOCKED', 'The search at Duffel was stopped', 'Save search'],
  ['SKILL_CRASHED', 'Duffel gave no usable answer', 'Ask again'],
  ['INVALID_OUTPUT', 'Duffel gave no usable answer', 'Ask again'],
  ['API_INVALID_ANSWER', 'Duffel gave no usable answer', 'Ask again'],
] as const)('%s has its own words, and the step that helps', async (code, title, step) => {
  const trouble = { kind: 'unavailable', who: 'Duffel', skill: 'two', error: { code, message: '' } } as const
  show({ kind: 'trouble', trouble, others: [] })
  expect((await screen.findByRole('heading')).textContent).toBe(title)
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual([step])
  const needsOperator = document.body.textContent?.includes('Only the operator of this app can mend this.')
  expect(needsOperator).toBe(step === 'Save search')
})

const crash = { code: 'SKILL_CRASHED', message: 'For programs.' } as const
test.each<[string, ExplainedView, RegExp]>([
  [
    'a source whose skill crashed',
    { kind: 'trouble', trouble: { kind: 'unavailable', who: 'Duffel', skill: 'two', error: crash }, others: [] },
    /Duffel gab keine brauchbare Antwort.*Einige Flüge konnten nicht geladen werden\. Versuchen Sie es noch einmal\./,
  ],
  [
    'another source below the first',
    {
      kind: 'trouble',
      trouble: { kind: 'down', who: 'Amadeus' },
      others: [{ kind: 'unavailable', who: 'Duffel', skill: 'two', error: crash }],
    },
    /Einige Flüge konnten nicht geladen werden\. Versuchen Sie es noch einmal\./,
  ],
  [
    'a failure of the server, with its log entry',
    { kind: 'internal', requestId: 'req_7', error: { code: 'INTERNAL', message: 'For programs.' } },
    /Es ist unter req_7 protokolliert\./,
  ],
  [
    'a search that the server refuses as a whole',
    { kind: 'invalid', error: { code: 'INVALID_INPUT', message: 'For programs.' } },
    /Die Anfrage ist ungültig\./,
  ],
])('%s is explained in the language of the reader', async (_, view, sentence) => {
  renderIn(
    'de',
    <ReaderProvider travelers={1} names={{}} kind="flights">
      <ResultState view={view} none={() => null} explained={explained} signIn={null} onRetry={() => {}} />
    </ReaderProvider>,
  )
  await screen.findAllByRole('heading')
  expect(document.body.textContent).toMatch(sentence)
  expect(document.body.textContent).not.toContain('For programs')
})

test('without a connection, the search runs again when it is back, even if that was before the state was shown', () => {
  const connection = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const onRetry = vi.fn()
  const { unmount } = show({ kind: 'offline' }, 'flights', onRetry)
  expect(onRetry).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('online'))
  expect(onRetry).toHaveBeenCalledTimes(1)
  unmount()
  connection.mockReturnValue(true)
  show({ kind: 'offline' }, 'flights', onRetry)
  expect(onRetry).toHaveBeenCalledTimes(2)
})
