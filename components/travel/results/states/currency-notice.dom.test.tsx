import { screen } from '@testing-library/react'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, test } from 'vitest'
import { flightList } from '#lib/travel/client/flights/flight-list-query.ts'
import { hotelList } from '#lib/travel/client/hotels/hotel-list-query.ts'
import type { Comparison } from '#lib/travel/model/hotels/total.ts'
import type { SearchKind } from '#lib/travel/model/results/found.ts'
import type { ListView } from '#lib/travel/model/results/search-view.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { CurrencyNotice } from './currency-notice.tsx'

function show(view: Partial<ListView>, { kind, comparison }: { kind: SearchKind; comparison?: Comparison }) {
  const list: ListView = {
    kind: 'list',
    offers: [],
    currency: 'USD',
    waiting: [],
    troubles: [],
    isPartial: false,
    failure: null,
    leftOut: 0,
    otherCurrencies: [],
    ...view,
  }
  const query = 'a=1&currency=USD'
  const listNames = kind === 'flights' ? flightList.names : hotelList.names
  const filter = kind === 'flights' ? 'stops=0' : 'chains=HH'
  const listed = new URLSearchParams(`${query}&sort=price&${filter}&price=-900`)
  return render(
    <SearchParamsContext value={listed}>
      <ReaderProvider travelers={1} names={{}} kind={kind}>
        <CurrencyNotice view={list} query={query} listNames={listNames} asked="USD" comparison={comparison} />
      </ReaderProvider>
    </SearchParamsContext>,
    { locale: 'en-US' },
  )
}

test.each(['flights', 'hotels'] as const)('reports prices in another currency than requested ($page)', (kind) => {
  show({ currency: 'EUR' }, { kind })
  expect(document.body.textContent).toContain('Prices are in EUR. No source answered in USD.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('counts offers in a currency that cannot be compared, with a link to a search in that currency that keeps the filters', () => {
  show({ otherCurrencies: [{ currency: 'JPY', count: 1 }] }, { kind: 'flights' })
  expect(document.body.textContent).toContain('1 flight in JPY cannot be compared with the others and is not shown.')
  expect(screen.getByRole('link', { name: 'Search in JPY' }).getAttribute('href')).toBe(
    '/search/flights?a=1&currency=JPY&sort=price&stops=0',
  )
})

test('hotels in a currency that cannot be compared are listed below the others', () => {
  const comparison = { currency: 'USD', rates: null }
  show({ otherCurrencies: [{ currency: 'JPY', count: 2 }] }, { kind: 'hotels', comparison })
  expect(document.body.textContent).toContain(
    '2 hotels in JPY cannot be compared with the others and are listed below them.',
  )
  expect(screen.getByRole('link', { name: 'Search in JPY' }).getAttribute('href')).toBe(
    '/search/hotels?a=1&currency=JPY&sort=price&chains=HH',
  )
})

test('shows nothing if all prices are in the requested currency', () => {
  expect(show({}, { kind: 'hotels' }).container.textContent).toBe('')
})
