import { expect, type Locator, type Page } from '@playwright/test'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { dayIn } from './searches.ts'
import { uniqueNumber } from './unique-number.ts'

/** The URL parameters of a hotel search. */
export type Stay = { place: string; radius_km: string; check_in: string; check_out: string; [name: string]: string }

const radii = 56
const wideRadii = 220
const firstDays = 160
const cities = ['PAR', 'LIS', 'AUA', 'BCN', 'CPT'] as const

/** A search with parameters of its own, so that it gets neither cached results nor the faults of another test. */
export function newStay(changes: Record<string, string> = {}): Stay {
  const number = uniqueNumber('stays', radii * firstDays)
  const first = 30 + Math.floor(number / radii)
  return {
    place: cities[number % cities.length] ?? cities[0],
    radius_km: String(4 + (number % radii)),
    check_in: dayIn(first),
    check_out: dayIn(first + 3),
    max_results: '60',
    currency: 'EUR',
    ...changes,
  }
}

/** A search that no other test uses: for faults, and for answers that must not be cached. */
export const newWideStay = (changes: Record<string, string> = {}): Stay =>
  newStay({ radius_km: String(80 + uniqueNumber('wide-stays', wideRadii)), ...changes })

/** The URL of a hotel search's results. */
export const staysPath = (stay: Record<string, string>): string => `/search/hotels?${new URLSearchParams(stay)}`

/** Waits for results: at least one hotel, and a count in the status line. */
export async function expectHotels(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/^\d+ sample hotels?/)
}

/** The numbers in the status line: matching hotels, and all hotels. */
export async function hotelsShown(page: Page): Promise<[shown: number, of: number]> {
  const status = page.getByRole('status').first()
  await expect(status).toHaveText(/^\d+( of \d+)? (sample )?hotels?/)
  const text = (await status.textContent()) ?? ''
  const [, shown = '', , of = shown] = /^(\d+)( of (\d+))? (?:sample )?hotels?/.exec(text) ?? []
  return [Number(shown), Number(of)]
}

export const marketStay = {
  place: 'PAR',
  check_in: dayIn(60),
  check_out: dayIn(63),
  currency: 'EUR',
}

const boards = ['room_only', 'breakfast', 'half_board'] as const

/** A fixed set of `count` hotels around the centre of Paris. */
export function marketHotels(count: number): HotelResult[] {
  return Array.from({ length: count }, (_, at): HotelResult => {
    const amount = 240 + ((at * 71) % 1700)
    const [angle, km] = [at * 2.4, 0.15 + ((at * 13) % 900) / 100]
    const price = (part: number) => ({ amount: part, currency: 'EUR' })
    return makeHotel({
      id: `OFFER${at}`,
      hotel_id: `HTPAR${String(at).padStart(3, '0')}`,
      name: `HOTEL NUMBER ${at}`,
      chain: ['QA', 'QB', 'QC'][at % 3] ?? 'QA',
      location: { lat: 48.8534 + (km / 111.2) * Math.cos(angle), lon: 2.3488 + (km / 73.2) * Math.sin(angle) },
      distance_km: km,
      stars: 1 + (at % 5),
      check_in: marketStay.check_in,
      check_out: marketStay.check_out,
      nights: 3,
      room: { category: 'superior_room', beds: 2, bed_type: 'double' },
      board: boards[at % 3] ?? 'room_only',
      price: price(amount),
      price_parts: [
        { kind: 'room', included: true, price: price(amount - 60) },
        { kind: 'tax', included: true, code: 'VALUE_ADDED_TAX', price: price(40) },
        { kind: 'fee', included: false, text: 'Resort fee', price: price(20) },
      ],
      ...(at % 2 === 0 && {
        cancellation: { kind: 'free', until: `${dayIn(50)}T18:00:00+01:00`, penalties: [] },
      }),
    })
  })
}

/** Opens the filters, on a phone with the bar at the bottom, and returns their sheet. */
export async function openHotelFilters(page: Page): Promise<Locator> {
  await page
    .getByRole('button', { name: /^(All filters|Filters)/ })
    .filter({ visible: true })
    .click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet).toBeVisible()
  return sheet
}

/** The map beside the list, or on a phone in its opened sheet. */
export async function openMap(page: Page): Promise<Locator> {
  const map = page.getByRole('region', { name: 'Map of the hotels' })
  const button = page.getByRole('button', { name: 'Map', exact: true })
  await expect(button.or(map).filter({ visible: true }).first()).toBeVisible()
  if (await button.isVisible()) {
    await button.click()
    const sheet = page.getByRole('dialog', { name: 'Map' })
    await expect(sheet).toBeVisible()
    return sheet.getByRole('region', { name: 'Map of the hotels' })
  }
  await expect(map).toBeVisible()
  return map
}

/** The tags of the map: each names a hotel and its total. */
export const mapTags = (map: Locator): Locator => map.getByRole('button', { name: / total/ })

/** The numbers in the names of the shown `marketHotels`, in row order. */
export async function marketNumbers(page: Page): Promise<number[]> {
  const names = await page
    .getByRole('article')
    .getByRole('heading', { name: /^Hotel Number \d+/ })
    .allTextContents()
  return names.map((name) => Number.parseInt(name.slice('Hotel Number '.length), 10))
}

/** Expects the rows to show the first of `marketHotels` in ascending order of `measure`. */
export async function expectMarketOrder(
  page: Page,
  count: number,
  measure: (hotel: HotelResult) => number,
): Promise<void> {
  const values = marketHotels(count).map(measure)
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  await expect(async () => {
    const shown = await marketNumbers(page)
    expect(shown.length).toBeGreaterThan(3)
    expect(shown).toEqual(order.slice(0, shown.length))
  }).toPass()
}
