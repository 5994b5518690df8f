import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { NuqsTestingAdapter, type OnUrlUpdateFunction } from 'nuqs/adapters/testing'
import { expect, test, vi } from 'vitest'
import { useFlightList, useFlightListState } from '#lib/travel/client/flights/use-flight-list.ts'
import { useIsFlat, useTripStep } from '#lib/travel/client/flights/use-trip-step.ts'
import { noBagWish } from '#lib/travel/model/flights/fare-due.ts'
import type { FlightOffer } from '#lib/travel/model/flights/flight-offer.ts'
import { itineraryKey, outboundKey } from '#lib/travel/model/flights/itinerary.ts'
import { ams, aua, makeLeg, makeOffer } from '#lib/travel/model/flights/testing-flights.ts'
import { initialSearch } from '#lib/travel/model/results/search-stream.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../../reader.tsx'
import { VisitProvider } from '../../visit-provider.tsx'
import { FlightSearchContext } from '../flight-search-context.tsx'
import { StepFeed } from './step-feed.tsx'
import { TripSteps } from './trip-steps.tsx'

const search = FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13', return_date: '2027-02-21' })
const out = (departure: number) => makeLeg('2027-02-13', [ams, aua], [[departure, departure + 600]])
const back = (departure: number) => makeLeg('2027-02-21', [aua, ams], [[departure, departure + 600]])
const offer = (id: string, amount: number, ...legs: ReturnType<typeof out>[]) =>
  makeOffer(id, { price: { amount, currency: 'USD' }, legs })
const offers = [
  offer('a', 300, out(500), back(600)),
  offer('b', 250, out(500), back(900)),
  offer('c', 420, out(800), back(600)),
]

function Page({ shown }: { shown: readonly FlightOffer[] }) {
  const { sort, filters, open, actions } = useFlightListState({ airlineOnly: false, separateTickets: false })
  const step = useTripStep(shown, useIsFlat(true))
  const list = useFlightList(shown, noBagWish, filters, sort, undefined, step)
  const page = {
    state: { ...initialSearch, phase: 'done' as const },
    view: { kind: 'loading' as const },
    isLoading: false,
    held: { current: null },
    showAll() {},
    retry() {},
    query: '',
    expected: undefined,
    signIn: null,
    list,
    sort: null,
    open,
  }
  return (
    <>
      <TripSteps step={step} outbound={step.kind === 'return' ? list.all[0]?.legs[0] : undefined} />
      <StepFeed key={step.chosen} page={page} step={step} onToggle={actions.toggle} />
    </>
  )
}

function renderSteps(searchParams = '') {
  const onUrlUpdate = vi.fn<OnUrlUpdateFunction>()
  const page = (shown: readonly FlightOffer[]) => (
    <NuqsTestingAdapter searchParams={searchParams} onUrlUpdate={onUrlUpdate} hasMemory>
      <ReaderProvider travelers={1} names={{}} kind="flights">
        <FlightSearchContext value={search}>
          <VisitProvider>
            <Page shown={shown} />
          </VisitProvider>
        </FlightSearchContext>
      </ReaderProvider>
    </NuqsTestingAdapter>
  )
  render(page(offers), { locale: 'en-US' })
  return { user: userEvent.setup(), onUrlUpdate }
}

const rows = () => screen.getAllByRole('article').map((row) => row.querySelector('.price')?.textContent)

test('outbound flights have the lowest total of their trips; the chosen one stays above its returns, which say what they add', async () => {
  const { user, onUrlUpdate } = renderSteps('?sort=price')
  expect(rows()).toEqual(['from $250', 'from $420'])
  const [first] = screen.getAllByRole('button', { name: 'Choose this outbound, United, $250' })
  expect(screen.getAllByText('2 returns')).toHaveLength(1)
  if (first) await user.click(first)
  expect(rows()).toEqual(['$250No extra', '$300+ $50'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Return and fare/ }))
  expect(onUrlUpdate.mock.lastCall?.[0]).toMatchObject({ options: { history: 'push' } })
  expect(onUrlUpdate.mock.lastCall?.[0].searchParams.get('out')).toBe(outboundKey([out(500)]))

  await user.click(screen.getByRole('button', { name: 'Change outbound' }))
  expect(rows()).toEqual(['from $250', 'from $420'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: /^Outbound(?! flights)/ }))
})

test('a link with only an open row shows the returns of its outbound, and names the outbound from then on', async () => {
  const { onUrlUpdate } = renderSteps(`?sort=price&row=${itineraryKey([out(500), back(600)])}`)
  expect(rows()).toEqual(['$250No extra', '$300+ $50'])
  await waitFor(() => expect(onUrlUpdate.mock.lastCall?.[0].searchParams.get('out')).toBe(outboundKey([out(500)])))
})
