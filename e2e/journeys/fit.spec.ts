import type { Page } from '@playwright/test'
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
import { answerSearches, marketList, marketOffers, marketSearch } from '../support/market.ts'
import { chooseOutbound, expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const showFlights = async (page: Page, search: Record<string, string> = marketSearch) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(240) })
  await page.goto(resultsPath(search))
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

/** Lists texts that do not fit their box, and lines whose height is less than the font size. */
const broken = (page: Page) =>
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

test('nothing is wider than a screen of 320 or 1280 px; with text at twice the size nothing is cut, overlaps or is wider than a window of 360, 390 or 1280 px', async ({
  guestPage: page,
  context,
}) => {
  const browser = await context.newCDPSession(page)
  const showText = async (size: 16 | 32) => {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size } })
    const sizeOf = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
    await expect.poll(sizeOf).toBe(`${size}px`)
  }
  const onEach = async (widths: number[], look: (width: number) => Promise<void>) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 1000 ? 780 : 900 })
      await look(width)
    }
  }
  const expectFit = async (what: string, widths: number[]) =>
    onEach(widths, (width) => expect.poll(() => widthOf(page), `${what} at ${width} px`).toBe(width))
  /** On phones, at twice the text size. */
  const expectLargeFit = (what: string) =>
    onEach([390, 360], async (width) => {
      await expect.poll(() => widthOf(page), `${what}, large text, at ${width} px`).toBe(width)
      await expect.poll(() => beyondEdge(page), `${what}, large text, at ${width} px`).toEqual([])
    })
  const expectFitAtBothSizes = async (what: string) => {
    await showText(16)
    await expectFit(what, [1280, 320])
    await showText(32)
    await expectFit(`${what}, large text,`, [1280])
    await expect.poll(() => broken(page), what).toEqual([])
    await expectLargeFit(what)
  }

  for (const path of ['/', '/hotels', '/sign-in', '/account', '/credits']) {
    await page.goto(path)
    await expectFitAtBothSizes(path)
  }

  await showFlights(page)
  await expectFitAtBothSizes('flights')
  await page
    .getByRole('button', { name: /^Dates/ })
    .first()
    .click()
  await expectLargeFit('dates')
  await page.keyboard.press('Escape')
  await openFilters(page)
  await expectLargeFit('filters')
  await page.keyboard.press('Escape')
  await chooseOutbound(page)
  await offers(page)
    .first()
    .getByRole('button', { name: /details/ })
    .click()
  await expect(page.getByRole('region', { name: 'Out' })).toBeVisible()
  await expectFitAtBothSizes('an open return')
  await showFlights(page, marketList)
  await expectFitAtBothSizes('flights in one list')

  await showHotels(page)
  await expectFitAtBothSizes('hotels')
  await openHotelFilters(page)
  await expectLargeFit('hotel filters')
  await page.keyboard.press('Escape')
  const map = await openMap(page)
  await expect(mapTags(map).first()).toBeVisible()
  await onEach([390, 360], async (width) => expect.poll(async () => (await map.boundingBox())?.width).toBe(width))
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /details/ })
    .first()
    .click()
  await expect(page.getByText(/^\d+ offers? of this hotel/)).toBeVisible()
  await expectLargeFit('an open hotel')
})

test('sliders have wide thumbs; in a long list, the sort tabs, columns and filters stay in view; the printed page has the trip, dates, travelers and the mark of sample data, and no controls', async ({
  guestPage: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await showFlights(page, marketList)
  await page.getByRole('button', { name: /^Times/ }).click()
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
  await expect(page.getByRole('heading', { name: 'Filters', exact: true })).toBeInViewport()

  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await offers(page).first().getByRole('button').first().click()
  await expect(page.getByRole('region', { name: 'Out' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/Flights from Amsterdam to .*/)
  await expect(page.locator('.print-head')).toBeVisible()
  await expect(page.locator('.print-head')).toContainText('2 travelers')
  await expect(page.getByText('Sample data', { exact: true }).filter({ visible: true })).toHaveCount(1)
  await expect(page.locator('button:visible')).toHaveCount(0)
  await expect(page.locator('.track:visible, .rail:visible, .phone-bar:visible, .tabs:visible')).toHaveCount(0)
  await expect(offers(page).first().locator('.when').first()).toBeVisible()
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

  test('targets are at least 44 px high; map tags are also that wide, and none covers the touch target of another; the search form needs no scrolling', async ({
    guestPage: page,
  }) => {
    for (const path of ['/', '/hotels']) {
      await page.goto(path)
      await expect.poll(() => tooSmall(page), path).toEqual([])
      if (path === '/') await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeInViewport()
    }
    await showFlights(page)
    await expect.poll(() => tooSmall(page), 'results').toEqual([])
    await openFilters(page)
    await expect.poll(() => tooSmall(page), 'filters').toEqual([])

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
