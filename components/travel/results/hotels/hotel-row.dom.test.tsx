import { createRef } from 'react'
import { expect, test } from 'vitest'
import { groupHotels } from '#lib/travel/model/hotels/hotel-item.ts'
import { readHotels } from '#lib/travel/model/hotels/read-hotels.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { Condition } from './hotel-parts.tsx'
import { HotelRow } from './hotel-row.tsx'

const comparison = { currency: 'EUR', rates: null, nowMs: 0 }
const ignore = () => {}

/** The row of a hotel, for a search with four guests in all. */
function renderRow(fields: Partial<HotelResult>) {
  const { offers } = readHotels([makeHotel(fields)], { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 })
  const [group] = groupHotels(offers, comparison)
  if (group === undefined) throw new Error('expected a hotel')
  return render(
    <ReaderProvider travelers={4} names={{}} kind="hotels">
      <HotelRow
        ref={createRef<HTMLElement>()}
        item={group.rates[0]}
        index={0}
        of={1}
        stay={{}}
        whole="EUR"
        isOpen={false}
        isLit={false}
        onToggle={ignore}
        onLight={ignore}
      />
    </ReaderProvider>,
    { locale: 'en-US' },
  )
}

/** The lines beside the price in the row of a hotel. */
function linesFor(fields: Partial<HotelResult>) {
  const { container } = renderRow(fields)
  return [...container.querySelectorAll('.price > span:not(.mix)')].map(({ textContent }) => textContent)
}

test('a price without the children says so, and does not claim to be all in', () => {
  const guests = { adults: 2, child_ages: [] }
  expect(linesFor({ guests })).toEqual(['total, 3 nights', 'children not included', '€100 a night'])
})

test('a price for all guests is all in', () => {
  const guests = { adults: 2, child_ages: [1, 7] }
  expect(linesFor({ guests })).toEqual(['total, 3 nights', '€100 a night, all in'])
})

test('a price for several rooms counts the guests of all rooms, and names the rooms', () => {
  const guests = { adults: 1, child_ages: [7] }
  expect(linesFor({ guests, rooms: 2 })).toEqual(['total, 3 nights, 2 rooms', '€100 a night for 2 rooms, all in'])
})

test.each([
  [{ audience: 'conditional', text: 'SENIOR DISCOUNT' }, 'For guests who meet a condition: Senior discount'],
  [{ audience: 'negotiated', code: 'S9R' }, 'For guests with a rate agreement (Rate code S9R)'],
] as const)('a rate that only some travelers can book names them: %j', async (rate, text) => {
  await Condition.preload()
  expect(renderRow({ rate }).container.querySelector('.hotel-about')?.textContent).toContain(text)
})

test('a rate that anyone can book names no condition', () => {
  const { container } = renderRow({ rate: { audience: 'public', text: 'BEST AVAILABLE RATE' } })
  expect(container.querySelector('.hotel-about')?.textContent).not.toMatch(/guests (who|with)/)
})

test('a row shows what guests say, the first amenities and the photo, which the app serves', () => {
  const { container } = renderRow({
    score: { value: 93, best: 100, count: 218 },
    amenities: ['wifi', 'pool', 'parking', 'spa', 'bar'],
    photos: ['https://photos.example.com/1.jpg'],
  })
  expect(container.querySelector('.hotel-presented')?.textContent).toBe(
    '9.3 Excellent 218 reviewsWi-Fi · Pool · Parking · Spa',
  )
  const photo = container.querySelector('img')
  expect([photo?.getAttribute('src'), photo?.getAttribute('loading'), photo?.width]).toEqual([
    '/api/hotel-photos?skill=a&url=https%3A%2F%2Fphotos.example.com%2F1.jpg',
    'lazy',
    128,
  ])
})

test('a hotel without score, amenities and photo has nothing in their place', () => {
  const { container } = renderRow({})
  expect(container.querySelectorAll('.hotel-presented, img, svg.locator')).toHaveLength(0)
})

test('a hotel with amenities only says that nobody has rated it yet', () => {
  const { container } = renderRow({ amenities: ['wifi'] })
  expect(container.querySelector('.hotel-presented')?.textContent).toBe('No score yetWi-Fi')
})
