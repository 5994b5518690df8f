import { fireEvent, screen } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { expect, test } from 'vitest'
import { wholeCurrencies } from '#lib/travel/model/currencies-writer.ts'
import { groupHotels } from '#lib/travel/model/hotels/hotel-item.ts'
import { readHotels } from '#lib/travel/model/hotels/read-hotels.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { HotelMap } from './hotel-map.tsx'

const centre = { lat: 48.85, lon: 2.35 }
const search = HotelSearch.parse({ place: 'PAR', check_in: '2027-03-12', check_out: '2027-03-15' })
const ignore = () => {}
const router = {
  push: ignore,
  replace: ignore,
  back: ignore,
  forward: ignore,
  refresh: ignore,
  prefetch: ignore,
  bfcacheId: '',
}

function renderMap(amounts: readonly number[], { isAbout = false, apart = 0.04, hidden = 0 } = {}) {
  const prices = amounts.map((amount) => ({ amount, currency: 'USD' }))
  const hotels = prices.map((price, at) =>
    makeHotel({ id: `${at}`, hotel_id: `H${at}`, price, location: { lat: centre.lat + at * apart, lon: centre.lon } }),
  )
  const { offers } = readHotels(hotels, { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 })
  const all = groupHotels(
    offers.map((offer) => ({ ...offer, isAbout })),
    { nowMs: 0, currency: 'USD', rates: null },
  )
  render(
    <AppRouterContext value={router}>
      <HotelMap
        tiles={undefined}
        places={[{ name: 'Paris', kind: 'town', x: 0.5, y: 0.5 }]}
        area={{ centre, reachKm: 40, unitKm: 1, land: '' }}
        items={all.slice(0, all.length - hidden).map(({ rates: [first] }) => first)}
        all={all}
        whole={wholeCurrencies(prices)}
        search={search}
        lit={null}
        open={null}
        onLight={ignore}
        onChoose={ignore}
      />
    </AppRouterContext>,
    { locale: 'en-US' },
  )
  return screen.getAllByRole('button', { name: / total/ }).map((tag) => tag.textContent)
}

test('if one price on the map has decimals, all of them do', () => {
  expect(renderMap([98, 98.5, 240]).toSorted()).toEqual(['$240.00', '$98.00', '$98.50'])
})

test('the tags say about while the prices of the list are converted', () => {
  expect(renderMap([198.5, 240], { isAbout: true }).toSorted()).toEqual(['about $199', 'about $240'])
})

test('one tag stands for hotels at the same place, with their number and the lowest total', () => {
  expect(renderMap([240, 198, 310], { apart: 0 })).toEqual(['3 from $198'])
  expect(screen.getByRole('button', { name: /^From \$198 total: .* and 2 more here$/ })).toBeDefined()
})

test('a hotel that filters hide is a ring, and the note of the map counts the rings', () => {
  expect(renderMap([98, 240, 310], { hidden: 2 })).toHaveLength(1)
  const map = screen.getByRole('region', { name: 'Map of the hotels' })
  expect(map.querySelector('.area-hidden')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  expect(screen.getByText('Circles: 2 hotels hidden by filters')).toBeDefined()
})

test('the map names places, which screen readers pass over', () => {
  renderMap([98])
  expect(screen.getByText('Paris').closest('[aria-hidden]')?.getAttribute('aria-hidden')).toBe('true')
})

test('if every price on the map is above 100, none has decimals', () => {
  expect(renderMap([198.5, 240]).toSorted()).toEqual(['$199', '$240'])
})

test('the map takes its own keys, but leaves those with a modifier to the browser', () => {
  renderMap([98, 240])
  const isLeft = (init: KeyboardEventInit) => fireEvent.keyDown(screen.getAllByRole('button')[0] ?? window, init)
  expect([isLeft({ key: '-' }), isLeft({ key: 'ArrowLeft' })]).toEqual([false, false])
  const kept = [
    { key: '-', ctrlKey: true },
    { key: '+', metaKey: true },
    { key: 'ArrowLeft', altKey: true },
  ]
  expect(kept.map(isLeft)).toEqual([true, true, true])
})
