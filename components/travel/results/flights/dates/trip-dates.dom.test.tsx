import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { createRef } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { render } from '../../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../../reader.tsx'
import { VisitProvider } from '../../visit-provider.tsx'
import { FlightSearchContext } from '../flight-search-context.tsx'
import { TripDates } from './trip-dates.tsx'

const search = FlightSearch.parse({
  origin: 'AMS',
  destination: 'NYC',
  date: '2027-03-11',
  onward: ['NYC-AUA-2027-03-13', 'AUA-AMS-2027-03-23'],
})

beforeEach(() => {
  window.innerWidth = 800
})

test('each flight has its own dates, with prices for that flight and links for the whole trip', async () => {
  const asked: URLSearchParams[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, 'https://travel.example').searchParams)
    return new Response('')
  })
  render(
    <VisitProvider>
      <ReaderProvider travelers={1} names={{}} kind="flights">
        <SearchParamsContext value={new URLSearchParams('sort=duration')}>
          <FlightSearchContext value={search}>
            <TripDates sheet={createRef()} today="2026-11-20" currency="USD" />
          </FlightSearchContext>
        </SearchParamsContext>
      </ReaderProvider>
    </VisitProvider>,
    { locale: 'en-US' },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Flight 2 Sat 13 Mar' }))
  await screen.findByRole('grid')
  const grid = () => within(screen.getByRole('grid'))
  const selected = () =>
    grid()
      .getAllByRole('button')
      .find((cell) => cell.getAttribute('aria-current') === 'date')
  expect(screen.getByText(/^Flight 2 bought alone\. As part of your trip/)).toBeDefined()
  expect(selected()?.textContent).toContain('Sat 13 Mar')
  await waitFor(() => expect(asked.at(-1)?.get('origin')).toBe('NYC'))
  expect([asked.at(-1)?.get('destination'), asked.at(-1)?.get('onward')]).toEqual(['AUA', null])
  await userEvent.click(grid().getByRole('button', { name: /Sun 14 Mar/ }))
  const later = screen.getByRole('link', { name: 'See flights' })
  expect(decodeURIComponent(later.getAttribute('href') ?? '')).toContain('onward=NYC-AUA-2027-03-14,AUA-AMS-2027-03-23')
  expect(grid().getByText(/Wed 10 Mar/, { selector: 'td *' }).parentElement?.textContent).toContain(
    'cannot be searched',
  )

  await userEvent.click(screen.getByRole('button', { name: 'Flight 3 AUA–AMS' }))
  expect(screen.getByRole('button', { name: 'Flight 3 AUA–AMS' }).getAttribute('aria-pressed')).toBe('true')
  expect(selected()?.textContent).toContain('Tue 23 Mar')
  await waitFor(() => expect(asked.at(-1)?.get('origin')).toBe('AUA'))
})
