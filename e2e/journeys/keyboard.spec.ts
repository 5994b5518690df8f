import type { Locator, Page } from '@playwright/test'
import { openFilters } from '../support/filters.ts'
import { expectHotels, marketHotels, marketStay, staysPath } from '../support/hotels.ts'
import { answerDays, answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { expectResults, offers } from '../support/results.ts'
import { typePlace } from '../support/search-form.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ asksDayPrices: true })

/** Presses Tab until `target` has the focus, and expects a visible focus outline at every stop. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const maxStops = 90
  for (let stop = 0; stop < maxStops; stop++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => unmarkedFocus(page)).toBeNull()
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

/** The focused element if neither it nor its drawing or field shows an outline; else null. */
function unmarkedFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const isOutlined = (at: Element, part?: string) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(at, part)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const field = element.closest('.fld, label')
    const isMarked = isOutlined(element) || isOutlined(element, '::after') || (field !== null && isOutlined(field))
    return isMarked ? null : element.outerHTML.slice(0, 200)
  })
}

test('a search works by keyboard alone from the home page to an open result, with the focus always visible', async ({
  page,
}) => {
  await page.goto('/')
  await tabTo(page, page.getByRole('combobox', { name: 'From', exact: true }))
  await typePlace(page, 'From', 'SEA', /SEA/)
  // A chosen place moves the focus to the next field.
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toBeFocused()
  await typePlace(page, 'To', 'Narita', /NRT/)
  const depart = page.getByRole('button', { name: /^Depart/ })
  await expect(depart).toBeFocused()
  await page.keyboard.press('Enter')
  const calendar = page.getByRole('dialog', { name: 'Travel dates' })
  await expect(calendar.getByRole('button', { name: /today/i })).toBeFocused()
  // Two months ahead, 59 to 62 days: the provider may fail searches of other tests, for 30, 39, 48, 57, 66 … days ahead.
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(depart).toBeFocused()
  await expect(page.getByRole('button', { name: /^Return, 9 nights/ })).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Search', exact: true }))
  await page.keyboard.press('Enter')
  await expectResults(page)

  // The flights of the date decide which options the Stops filter has.
  await tabTo(page, page.getByRole('group', { name: 'Stops' }).getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/stops=/)
  await page.keyboard.press('Space')
  await expect(page).not.toHaveURL(/stops=/)
  const sorts = page.getByRole('combobox', { name: 'Sort order' })
  await tabTo(page, sorts)
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/sort=price/)
  await tabTo(
    page,
    offers(page)
      .first()
      .getByRole('button', { name: /^Choose this outbound/ }),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Return and fare/ })).toBeFocused()
  await expect(sorts).toHaveValue('price')
  const opener = offers(page)
    .first()
    .getByRole('button', { name: /details/ })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(offers(page).first().getByRole('region', { name: 'Back' })).toBeVisible()
})

test('the first keyboard stop skips to the main content; Escape closes list and calendar, and returns the focus', async ({
  page,
}) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  const from = page.getByRole('combobox', { name: 'From', exact: true })
  await from.focus()
  await page.keyboard.type('Lond')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(from).toHaveAttribute('aria-expanded', 'false')
  await expect(from).toBeFocused()

  const depart = page.getByRole('button', { name: /^Depart/ })
  await depart.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(depart).toBeFocused()
})

/** The focused element if it is partly outside the window or under another element; else null. */
function hiddenFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement
    // The slider itself is skipped: the histogram and the track parts above it let presses through.
    if (!element || element === document.body || element.matches('[type="range"]')) return null
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    const isOut = left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1
    const isFree = [top + 3, bottom - 3].every((y) => {
      const at = document.elementFromPoint(left + width / 2, y)
      return at !== null && (element.contains(at) || at.contains(element))
    })
    return isOut || !isFree ? `${element.outerHTML.slice(0, 120)} at ${left}, ${top}` : null
  })
}

async function expectSeenStops(page: Page, key: 'Tab' | 'Shift+Tab', stops: number): Promise<void> {
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press(key)
    await expect.poll(() => hiddenFocus(page)).toBeNull()
  }
}

test('sticky headings and the footer of the filter sheet never cover the focused control, and a row that scrolls sideways shows the control in full', {
  tag: '@phone',
}, async ({ guestPage: page, isMobile }) => {
  await answerDays(page, { [-2]: 1010, [-1]: 1180, 1: 940, 2: 1295, 3: 1075 })
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(240) })
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  await offers(page).nth(1).getByRole('button').first().focus()
  await expectSeenStops(page, 'Tab', 8)
  await expectSeenStops(page, 'Shift+Tab', 7)
  await page.getByRole('navigation', { name: 'Prices of other days' }).getByRole('link').first().focus()
  await expectSeenStops(page, 'Tab', 4)
  if (isMobile) {
    await openFilters(page)
    await expectSeenStops(page, 'Tab', 28)
  }
  await answerSearches(page, { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(24) })
  await page.goto(staysPath(marketStay))
  await expectHotels(page)
  await offers(page).nth(1).getByRole('button').first().focus()
  await expectSeenStops(page, 'Tab', 8)
  await expectSeenStops(page, 'Shift+Tab', 7)
  await page.getByRole('button', { name: 'Free cancellation', exact: true }).focus()
  await expectSeenStops(page, 'Tab', 4)
})
