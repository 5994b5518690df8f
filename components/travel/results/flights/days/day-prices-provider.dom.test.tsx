import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/travel/client/create-query-client.ts'
import { noBagWish } from '#lib/travel/model/flights/fare-due.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { DayPricesProvider, WithDayPrices } from './day-strip.tsx'

const List = ({ onRender }: { onRender: () => void }) => {
  onRender()
  return null
}

test('the price of another day renders what shows it, and no other part of the page', async () => {
  const found = { state: 'none', dates: '2027-02-14' }
  vi.stubGlobal('fetch', async () => new Response(`${JSON.stringify(found)}\n`))
  const onRender = vi.fn()
  const client = createQueryClient()
  render(
    <DayPricesProvider
      search={FlightSearch.parse({ origin: 'AMS', destination: 'AUA', date: '2027-02-13' })}
      today="2026-11-20"
      view={{ kind: 'none', troubles: [], leftOut: 0, sources: [] }}
      bags={noBagWish}
      isDone
    >
      <List onRender={onRender} />
      <WithDayPrices draw={(days) => days.known(found.dates)?.state} />
    </DayPricesProvider>,
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  await screen.findByText('none')
  expect(onRender).toHaveBeenCalledOnce()
})
