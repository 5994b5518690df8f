import type { Page } from '@playwright/test'
import { languages } from '#lib/shared/languages.ts'
import { openFilters } from '../support/filters.ts'
import {
  expectHotels,
  mapTags,
  marketHotels,
  marketStay,
  openHotelFilters,
  openMap,
  staysPath,
} from '../support/hotels.ts'
import { speak } from '../support/language.ts'
import { answerDays, answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.beforeEach(async ({ guestPage: page }) => {
  await answerDays(page, {})
})

const showFlights = async (page: Page) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(240) })
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
}
const showHotels = async (page: Page) => {
  await answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(60) })
  await page.goto(staysPath(marketStay))
  await expectHotels(page)
}
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Lists the elements cut off at the right edge of the window, except in drawings and in areas that scroll sideways. */
const beyondEdge = (page: Page) =>
  page.evaluate(() => {
    const all = [...(document.querySelector('dialog:modal') ?? document.body).querySelectorAll<HTMLElement>('*')]
    return all
      .filter((at) => at.checkVisibility() && !at.closest('svg, .days, .date-table, .chips, .hotel-map'))
      .filter((at) => at.getBoundingClientRect().right > innerWidth + 1)
      .map((at) => `${at.className} ${at.textContent?.slice(0, 30)}`)
  })

test('nothing is wider than a screen of 320 or 1280 px', async ({ page }) => {
  const expectFit = async (what: string) => {
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await widthOf(page), `${what} at ${width} px`).toBe(width)
    }
  }
  for (const path of ['/', '/hotels', '/sign-in', '/account', '/credits']) {
    await page.goto(path)
    await expectFit(path)
  }
  await showFlights(page)
  await expectFit('flights')
  await offers(page).first().getByRole('button').first().click()
  await expectFit('an open flight')
  await page.unrouteAll()
  await showHotels(page)
  await expectFit('hotels')
})

test('with text at twice the size nothing is cut, overlaps or is wider than the window', async ({ page, context }) => {
  const browser = await context.newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  await page.setViewportSize({ width: 1280, height: 900 })
  /** Lists texts that do not fit their box, and lines whose height is less than the font size. */
  const broken = () =>
    page.evaluate(() => {
      const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter((at) => at.checkVisibility())
      const told = (at: HTMLElement) => `${at.className} ${at.textContent?.slice(0, 30)}`
      const cut = shown.filter(
        (at) => at.matches('.price b, .tab-facts b, .day-price, .fld-value') && at.scrollWidth > at.clientWidth + 1,
      )
      const low = shown.filter((at) => {
        const { lineHeight, fontSize } = getComputedStyle(at)
        const hasText = [...at.childNodes].some(
          ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim(),
        )
        return hasText && !at.matches('sup, sub') && Number.parseFloat(lineHeight) < Number.parseFloat(fontSize)
      })
      return [...cut, ...low].map(told)
    })
  await page.goto('/')
  expect(await widthOf(page), 'home').toBe(1280)
  expect(await broken(), 'home').toEqual([])
  await showFlights(page)
  expect(await widthOf(page), 'flights').toBe(1280)
  expect(await broken(), 'flights').toEqual([])
  await page.unrouteAll()
  await showHotels(page)
  expect(await widthOf(page), 'hotels').toBe(1280)
  expect(await broken(), 'hotels').toEqual([])
})

test('with text at twice the size nothing is wider than phones of 360 and 390 px', async ({ page, context }) => {
  const browser = await context.newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const onPhones = async (look: (width: number) => Promise<void>) => {
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 })
      await look(width)
    }
  }
  const expectFit = (what: string) =>
    onPhones(async (width) => {
      expect(await widthOf(page), `${what} at ${width} px`).toBe(width)
      expect(await beyondEdge(page), `${what} at ${width} px`).toEqual([])
    })
  await page.setViewportSize({ width: 360, height: 780 })
  for (const path of ['/', '/hotels', '/sign-in']) {
    await page.goto(path)
    await expectFit(path)
  }
  await showFlights(page)
  await expectFit('flights')
  await press(/^Dates/)
  await expectFit('dates')
  await page.keyboard.press('Escape')
  await openFilters(page)
  await expectFit('filters')
  await page.keyboard.press('Escape')
  await offers(page)
    .first()
    .getByRole('button', { name: /details/ })
    .click()
  await expect(page.getByRole('region', { name: 'Out' })).toBeVisible()
  await expectFit('an open flight')
  await page.unrouteAll()
  await showHotels(page)
  await expectFit('hotels')
  await openHotelFilters(page)
  await expectFit('hotel filters')
  await page.keyboard.press('Escape')
  const map = await openMap(page)
  await expect(mapTags(map).first()).toBeVisible()
  await onPhones(async (width) => expect((await map.boundingBox())?.width).toBe(width))
  await page.keyboard.press('Escape')
  await press(/details/)
  await expect(page.getByText(/^\d+ offers? of this hotel/)).toBeVisible()
  await expectFit('an open hotel')
})

test('the place list fits a window of 1366 by 768', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 })
  for (const [path, field] of [
    ['/', 'From'],
    ['/hotels', 'Where'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('combobox', { name: field, exact: true }).fill('san')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    const box = await page.getByRole('listbox').boundingBox()
    const [top, bottom] = [box?.y ?? -1, (box?.y ?? 0) + (box?.height ?? 1000)]
    expect(top, path).toBeGreaterThanOrEqual(0)
    expect(bottom, path).toBeLessThanOrEqual(768)
    expect(bottom - top, path).toBeGreaterThan(240)
  }
})

test('sliders have wide thumbs; in a long list, the sort tabs, columns and filters stay in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await showFlights(page)
  const height = await page
    .getByRole('slider')
    .first()
    .evaluate((input) => input.getBoundingClientRect().height)
  expect(height).toBeGreaterThanOrEqual(24)
  await page.mouse.move(700, 600)
  await page.mouse.wheel(0, 4000)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2000)
  await expect(page.getByRole('tab', { name: /^Cheapest/ })).toBeInViewport({ ratio: 1 })
  await expect(page.locator('.ruler')).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Filters' })).toBeInViewport()
})

test('the mouse wheel over the map zooms the map and does not scroll the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await showHotels(page)
  const map = page.getByRole('region', { name: 'Map of the hotels' })
  const scale = () => map.locator('svg > g').first().getAttribute('transform')
  const before = await scale()
  // The map is visible before it has its final position and before it handles the wheel.
  await expect(async () => {
    await map.hover({ position: { x: 200, y: 200 } })
    await page.mouse.wheel(0, -300)
    await expect.poll(scale, { timeout: 2000 }).not.toBe(before)
  }).toPass()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('the printed page has the trip, dates and travelers, and no controls', async ({ page }) => {
  await showFlights(page)
  await offers(page).first().getByRole('button').first().click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Flights from Amsterdam to .*/)
  await expect(page.locator('.print-head')).toBeVisible()
  await expect(page.locator('.print-head')).toContainText('2 travelers')
  await expect(page.locator('button:visible')).toHaveCount(0)
  await expect(page.locator('.track:visible, .rail:visible, .phone-bar:visible, .tabs:visible')).toHaveCount(0)
  await expect(offers(page).first().locator('.when').first()).toBeVisible()
})

test('on phones of 390 and 360 px the sort tabs show their times in full in every language', async ({
  page,
  baseURL,
}) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(240) })
  for (const language of languages) {
    await speak(page, language, baseURL ?? '')
    await page.goto(resultsPath(marketSearch))
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(offers(page).first()).toBeVisible()
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 844 })
      const cut = await page
        .locator('.tab-facts span')
        .evaluateAll((all) => all.filter((at) => at.scrollWidth > at.clientWidth).map((at) => at.textContent))
      expect(cut, `${language} at ${width} px`).toEqual([])
    }
  }
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } })

  /** Lists the controls that do not receive a press within 21 px of their centre, directly or through their parent. */
  const tooSmall = (page: Page) =>
    page.evaluate(() => {
      const shown = document.querySelector('dialog:modal') ?? document
      const controls = shown.querySelectorAll('a[href], button, select, input:not([type="range"])')
      return [...controls].flatMap((control) => {
        const target = control instanceof HTMLInputElement ? (control.closest('label, .fld') ?? control) : control
        const box = target.getBoundingClientRect()
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
        // Controls under a sticky header or the bottom bar are reached by scrolling.
        const isOut = box.width < 2 || y < 80 || y > innerHeight - 110 || box.left < 0 || box.right > innerWidth
        if (isOut || getComputedStyle(control).visibility === 'hidden') return []
        const isHit = (at: Element | null) => at !== null && (target.contains(at) || at.contains(target))
        const reach = [-21, 21].every((by) => isHit(document.elementFromPoint(x, y + by)))
        return reach
          ? []
          : [`${control.tagName} ${control.className} ${control.textContent?.slice(0, 30)} ${box.height}`]
      })
    })

  test('targets are at least 44 px high', async ({ page }) => {
    for (const path of ['/', '/hotels']) {
      await page.goto(path)
      expect(await tooSmall(page), path).toEqual([])
    }
    await showFlights(page)
    expect(await tooSmall(page), 'results').toEqual([])
    await openFilters(page)
    expect(await tooSmall(page), 'filters').toEqual([])
  })

  test('map tags are at least 44 px high and wide, and no tag covers the touch target of another', async ({ page }) => {
    await showHotels(page)
    const map = await openMap(page)
    await expect(mapTags(map).first()).toBeVisible()
    const missed = () =>
      mapTags(map).evaluateAll((tags) =>
        tags.flatMap((tag) => {
          const box = tag.getBoundingClientRect()
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
          const reach = [-21, 21].flatMap((by) => [
            document.elementFromPoint(x, y + by),
            document.elementFromPoint(x + by, y),
          ])
          return reach.every((at) => at !== null && tag.contains(at)) ? [] : [tag.textContent]
        }),
      )
    // The map places its tags again when it knows its size.
    await expect.poll(missed).toEqual([])
  })
})
