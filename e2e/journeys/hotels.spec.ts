import type { Locator } from '@playwright/test'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { expectNoViolations } from '../support/axe.ts'
import { countOf } from '../support/filters.ts'
import {
  expectHotels,
  expectMarketOrder,
  hotelsShown,
  mapTags,
  marketHotels,
  marketStay,
  newStay,
  openHotelFilters,
  openMap,
  staysPath,
} from '../support/hotels.ts'
import { answerSearches } from '../support/market.ts'
import { amountBeside, offers, stateTitle } from '../support/results.ts'
import { chooseDay, typePlace } from '../support/search-form.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a hotel search from the home page shows a list, whose rows start as designed, and details, and is remembered; a family in two rooms gets offers for both rooms together', async ({
  guestPage: page,
}) => {
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Product' }).getByRole('link', { name: 'Hotels' }).click()
  await expect(page).toHaveURL('/hotels')
  await typePlace(page, 'Where', 'Oranjestad', /AUA/)
  await page.getByRole('button', { name: /^Check in/ }).click()
  await chooseDay(page, dayIn(80))
  await chooseDay(page, dayIn(83))
  const guests = page.getByRole('button', { name: /^Guests and rooms/ })
  const search = page.getByRole('button', { name: 'Search', exact: true })
  await guests.click()
  await page.getByRole('button', { name: 'One more: Children' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await search.click()
  await expect(page.getByText('Choose the age of each child.')).toBeVisible()
  await guests.click()
  await page.getByRole('combobox', { name: 'Child 1' }).selectOption('7')
  await page.getByRole('button', { name: 'Done' }).click()
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/search/hotels')) asked.push(pathname)
  })
  await search.click()
  await expectHotels(page)
  // The search begins before its page, which takes its answer.
  expect(asked).toEqual(['/api/search/hotels', '/search/hotels'])
  await expect(page).toHaveURL(/place=AUA.*child_ages=7/)

  const row = offers(page).first()
  await test.step('the first row starts at 207 px', async () => {
    await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThanOrEqual(207)
  })
  await row.getByRole('button', { name: /^Show details/ }).click()
  await expect(row.getByRole('group', { name: /offers? of this hotel$/ })).toBeVisible()
  await expect(row.getByText('Asking for every offer of this hotel.')).toHaveCount(0)
  await expect(row.getByText('Included in the booking', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: 'travel.aw home' }).click()
  const recent = page
    .getByRole('region', { name: /^Recent searches/ })
    .getByRole('link', { name: /Hotels in Oranjestad/ })
  await expect(recent).toContainText('3 guests, 1 room')
  await expect(recent).toContainText('from $')
  await recent.click()
  await expectHotels(page)

  await test.step('two rooms with different guests are booked separately', async () => {
    await guests.click()
    await page.getByRole('button', { name: 'One more: Rooms' }).click()
    await page.getByRole('checkbox', { name: 'Different guests in each room' }).check()
    const second = page.getByRole('group', { name: 'Room 2' })
    await second.getByRole('button', { name: 'One more: Children' }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await search.click()
    await expect(page.getByText('Each room needs its adults and the age of each child.')).toBeVisible()
    await guests.click()
    await second.getByRole('combobox', { name: 'Child 2' }).selectOption('4')
    await expectNoViolations(page, { colorsOf: page.getByRole('dialog', { name: 'Guests and rooms' }) })
    await page.getByRole('button', { name: 'Done' }).click()
    await search.click()
    await expect(page).toHaveURL(/room_guests=/)
    await expect(page).not.toHaveURL(/adults=/)
    await expectHotels(page)
    await expect(row).toContainText('total, 3 nights, 2 rooms')
    await expect(row).toContainText('2 rooms, booked separately')
    await row.getByRole('button', { name: /^Show details/ }).click()
    await expect(row.getByText('Asking for every offer of this hotel.')).toHaveCount(0)
    await expect(row.getByRole('group', { name: /offers? of this hotel$/ })).toContainText('2 rooms, booked separately')
    await page.reload()
    await expectHotels(page)
  })
})

/** The value score of one of the 800 `marketHotels`, by the formula under "How Best value is calculated". */
function valueScore({ price, distance_km = 0, stars = 0, cancellation, board }: HotelResult): number {
  const cheapest = 240
  const breakfast = board === 'breakfast' || board === 'half_board'
  const terms = (cancellation?.kind === 'free' ? 5 : 0) + (breakfast ? 5 : 0)
  return (50 * cheapest) / price.amount + (20 * 3) / (3 + distance_km) + 4 * stars + terms
}

test('a list of 800 hotels renders only the rows near the window, sorts by value, total and distance, and explains the value score; the tags of its map never overlap, and those of several hotels split when the user zooms in', async ({
  guestPage: page,
}) => {
  await answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(800) })
  await page.goto(staysPath(marketStay))
  await expectHotels(page)
  await expect(offers(page).first()).toHaveAttribute('aria-setsize', '800')
  expect(await offers(page).count()).toBeLessThan(40)
  await expectMarketOrder(page, 800, (hotel) => -valueScore(hotel))
  await page.keyboard.press('End')
  await expect(page.locator('[aria-posinset="800"]')).toBeInViewport()
  await page.keyboard.press('Home')
  const order = page.getByRole('combobox', { name: 'Sort order' })
  await order.selectOption('Lowest total')
  await expect(page).toHaveURL(/sort=price/)
  await expectMarketOrder(page, 800, ({ price }) => price.amount)
  await order.selectOption('Nearest')
  await expect(offers(page).first()).toContainText('150 m from the center')
  await expectMarketOrder(page, 800, ({ distance_km }) => distance_km ?? Number.NaN)
  await page.getByRole('button', { name: 'How Best value is calculated' }).click()
  const info = page.getByRole('dialog', { name: 'How Best value is calculated' })
  await expect(info.getByRole('row', { name: /Location .* 20%/ })).toBeVisible()
  await expectNoViolations(page, { colorsOf: info })
  await page.keyboard.press('Escape')
  await expect(info).toHaveCount(0)

  const map = await openMap(page)
  const tags = mapTags(map)
  await expect(tags.first()).toBeVisible()
  await expect(map.getByText('Schematic map, places: GeoNames')).toBeVisible()
  const boxes = await tags.locator('> span').evaluateAll((all) =>
    all.map((tag) => {
      const { left, right, top, bottom } = tag.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  expect(boxes.length).toBeGreaterThan(3)
  expect(boxes.length).toBeLessThan(200)
  for (const [at, a] of boxes.entries())
    for (const b of boxes.slice(at + 1)) {
      expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
    }
  await expectNoViolations(page, { colorsOf: map })
  const several = map.getByRole('button', { name: /more here$/ }).first()
  const before = await several.getAttribute('aria-label')
  await several.click()
  await expect(map.getByRole('button', { name: before ?? '', exact: true })).toHaveCount(0)
  await expect(map.getByRole('button', { name: 'Search this area' })).toBeVisible()

  await test.step('the mouse wheel over the map zooms the map and does not scroll the page', async () => {
    const scale = () => map.locator('svg > g').first().getAttribute('transform')
    const before = await scale()
    await map.hover({ position: { x: 200, y: 200 } })
    await page.mouse.wheel(0, -300)
    await expect.poll(scale).not.toBe(before)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })
})

test('hotels shrink to the count of a filter option; the URL restores all filters, and one press clears them; when no hotel fits, each filter shows how many its removal restores', async ({
  guestPage: page,
}) => {
  await answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(40) })
  await page.goto(staysPath(marketStay))
  await expectHotels(page)
  await expect.poll(() => hotelsShown(page)).toEqual([40, 40])
  await page.getByRole('button', { name: 'Free cancellation', exact: true }).click()
  await expect.poll(() => hotelsShown(page)).toEqual([20, 40])
  const sheet = await openHotelFilters(page)
  const counted = await countOf(sheet, /^4 stars/)
  for (const stars of ['1 star', '2 stars', '3 stars', '5 stars']) {
    await sheet.getByRole('checkbox', { name: new RegExp(`^${stars}`) }).uncheck()
  }
  await expect(sheet.getByRole('button', { name: `Show ${counted} hotels` })).toBeVisible()
  await sheet.getByRole('slider', { name: 'Distance from the center, farthest' }).press('PageDown')
  await expect(page).toHaveURL(/max_km=/)
  await sheet.getByRole('button', { name: /^Show \d+ hotels$/ }).click()
  await expect.poll(async () => (await hotelsShown(page))[0]).toBeLessThan(counted)
  const shown = await hotelsShown(page)
  await expect(page).toHaveURL(/with_stars=/)
  await expect(page).toHaveURL(/free=1/)

  await page.reload()
  await expect(offers(page).first()).toBeVisible()
  await expect.poll(() => hotelsShown(page)).toEqual(shown)
  await page.getByRole('button', { name: /^Clear 3/ }).click()
  await expect(page).toHaveURL(staysPath(marketStay))
  await expect.poll(() => hotelsShown(page)).toEqual([40, 40])

  await page.goto(staysPath({ ...marketStay, with_stars: '5', price: '-100' }))
  await expect(stateTitle(page, 'No hotel fits all 2 filters')).toBeVisible()
  const lines = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Remove / }) })
  await expect(lines).toHaveText([/^5 stars only\+0 hotels/, /^Up to €100\+8 hotels/])
  await page.getByRole('button', { name: 'Remove Up to €100' }).click()
  await expect.poll(() => hotelsShown(page)).toEqual([8, 40])
})

test('the map first shows every tag in full, and its buttons cover no tag; list and map highlight each other, and a press on a tag shows its row', {
  tag: '@phone',
}, async ({ guestPage: page, isMobile }) => {
  const charge = { kind: 'tax', included: false, code: 'CITY_TAX', price: { amount: 45.5, currency: 'USD' } } as const
  const results = marketHotels(12).map((hotel) => ({ ...hotel, unpriced_charges: [charge] }))
  await answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results })
  await page.goto(staysPath(marketStay))
  await expectHotels(page)
  if (isMobile) {
    await expectNoViolations(page)
    await test.step('the first row starts at 181 px', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await expect.poll(async () => (await offers(page).first().boundingBox())?.y).toBeLessThanOrEqual(181)
    })
  }
  const map = await openMap(page)
  await expect(mapTags(map).first()).toBeVisible()
  const boxOf = (locator: Locator) =>
    locator.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    })
  const [frame, buttons] = [await boxOf(map), await boxOf(map.locator('.map-zoom'))]
  for (const tag of await mapTags(map).locator('> span').all()) {
    const box = await boxOf(tag)
    expect(box.left).toBeGreaterThanOrEqual(frame.left)
    expect(box.right).toBeLessThanOrEqual(frame.right)
    expect(box.top).toBeGreaterThanOrEqual(frame.top)
    expect(box.bottom).toBeLessThanOrEqual(frame.bottom)
    expect(box.left >= buttons.right || box.bottom <= buttons.top).toBe(true)
  }

  const tag = map.getByRole('button', { name: /total$/ }).last()
  const name = ((await tag.getAttribute('aria-label')) ?? '').replace(/, .*/, '')
  await tag.focus()
  await page.keyboard.press('Enter')
  const row = page.getByRole('article', { name: new RegExp(`^${name},`) })
  if (isMobile) await page.getByRole('button', { name: 'Show in list' }).click()
  await expect(row).toBeInViewport()
  if (isMobile) return
  await expect(row.getByRole('button', { name: /details/ })).toBeFocused()
  await expect(tag).toHaveClass(/is-on/)
  const other = map.getByRole('button', { name: /total$/ }).first()
  await other.hover()
  await expect(tag).not.toHaveClass(/is-on/)
  await expect(row).not.toHaveClass(/is-lit/)
  await tag.hover()
  await expect(row).toHaveClass(/is-lit/)
  await other.hover()
  await row.hover()
  await expect(tag).toHaveClass(/is-on/)
  await expect(other).not.toHaveClass(/is-on/)
})

test('searching the moved map area keeps the sort order and the filters', async ({ guestPage: page }) => {
  const stay = newStay({ place: 'PAR', radius_km: '7' })
  await page.goto(staysPath({ ...stay, sort: 'price', free: '1' }))
  await expect(offers(page).first()).toBeVisible()
  const map = await openMap(page)
  await map.getByRole('button', { name: 'Zoom in' }).click()
  await page.keyboard.press('ArrowRight')
  await map.getByRole('button', { name: 'Search this area' }).click()
  await expect(page).toHaveURL(/lat=48\.\d+&lon=2\.\d+/)
  await expect(page).toHaveURL(/sort=price/)
  await expect(page).toHaveURL(/free=1/)
  await expect(page).not.toHaveURL(/place=/)
  await expect(offers(page).first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Hotels in Map area near /)
  await expect(page.locator('.msum')).toHaveCount(1)
  await expect(page.locator('.msum')).toContainText('Map area near ')
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 50\d/] })

  test('an open row requests all offers of the hotel once, and again only if that failed; it compares them and shows the total of the chosen one', async ({
    guestPage: page,
  }) => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/skills/invoke')) asked += 1
    })
    await page.goto(staysPath({ ...newStay({ place: 'PAR' }), sort: 'distance' }))
    await expectHotels(page)
    await page.route('**/api/skills/invoke', (route) => route.fulfill({ status: 503, json: {} }))
    const row = offers(page).first()
    await row.getByRole('button', { name: /^Show details/ }).click()
    await test.step('offers that fail to load show an error and a retry', async () => {
      await expect(row.getByRole('alert')).toContainText('The other offers could not be loaded.')
      await expect(row.getByText('Included in the booking', { exact: true })).toBeVisible()
      await expectNoViolations(page, { colorsOf: row })
      await page.unroute('**/api/skills/invoke')
      await row.getByRole('button', { name: 'Ask again' }).click()
      await expect(row.getByRole('alert')).toHaveCount(0)
    })
    const all = row.getByRole('group', { name: /offers? of this hotel$/ })
    await expect(row.getByText('Asking for every offer')).toHaveCount(0)
    await expectNoViolations(page)
    await test.step('a row that is opened again shows its offers without another request to the provider', async () => {
      const count = await all.getByRole('radio').count()
      await row.getByRole('button', { name: /^Hide details/ }).click()
      await row.getByRole('button', { name: /^Show details/ }).click()
      await expect(all.getByRole('radio')).toHaveCount(count)
      await expect(row.getByText('Asking for every offer')).toHaveCount(0)
      expect(asked).toBe(2)
    })
    const last = all.getByRole('radio').last()
    await last.check()
    const price = await all.locator('label').last().locator('b').last().textContent()
    await expect(amountBeside(row, /^Total/)).toHaveText(price ?? '')
    await expect(page).toHaveURL(/row=/)
    await page.reload()
    await expect(row.getByRole('button', { name: /^Hide details/ })).toBeVisible()
    // The URL also names the chosen offer.
    await expect(all.getByRole('radio').last()).toBeChecked()

    await test.step('a button below the offers stays under the pointer when more of them arrive', async () => {
      const answer = Promise.withResolvers<void>()
      await page.route('**/api/skills/invoke', async (route) => {
        await answer.promise
        await route.continue()
      })
      const second = offers(page).nth(1)
      await second.getByRole('button', { name: /^Show details/ }).click()
      const save = second.getByRole('button', { name: 'Save', exact: true })
      await save.hover()
      const before = await save.boundingBox()
      answer.resolve()
      await expect(second.getByRole('group', { name: /offers of this hotel$/ })).toBeVisible()
      await expect(second.getByText('Asking for every offer')).toHaveCount(0)
      // The page scrolls in the frame that shows the offers.
      await expect.poll(async () => Math.abs(((await save.boundingBox())?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1)
    })
  })
})

test('hotels are sorted, opened, filtered and found on the map by keyboard alone', async ({ guestPage: page }) => {
  await answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(12) })
  await page.goto(staysPath(marketStay))
  await expectHotels(page)
  const chip = page.getByRole('button', { name: 'Free cancellation', exact: true })
  await chip.focus()
  await page.keyboard.press('Space')
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => hotelsShown(page)).toEqual([6, 12])
  await page.getByRole('combobox', { name: 'Sort order' }).focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/sort=distance/)
  const opener = (at: number) => page.locator(`[aria-posinset="${at}"]`).getByRole('button', { name: /details/ })
  await opener(1).focus()
  await page.keyboard.press('PageDown')
  await expect(opener(2)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(opener(2)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Enter')
  const map = page.getByRole('region', { name: 'Map of the hotels' }).filter({ visible: true })
  const places = () =>
    mapTags(map).evaluateAll((tags) => tags.map((tag) => (tag instanceof HTMLElement ? tag.style.translate : '')))
  await mapTags(map).first().focus()
  const before = await places()
  await page.keyboard.press('Tab')
  await expect(mapTags(map).nth(1)).toBeFocused()
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(places).not.toEqual(before)
  await expect(map.getByRole('button', { name: 'Search this area' })).toBeVisible()
})
