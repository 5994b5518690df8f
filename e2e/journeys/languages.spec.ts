import type { Locator, Page } from '@playwright/test'
import { isLanguage } from '#lib/platform/model/languages.ts'
import { expectNoViolations } from '../support/axe.ts'
import { marketHotels, marketStay, staysPath } from '../support/hotels.ts'
import { messagesIn, speak } from '../support/language.ts'
import { answerDays, answerSearches, marketList, marketOffers, marketSearch } from '../support/market.ts'
import { failSearch, healSearch } from '../support/provider.ts'
import { offers } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const languages = ['es', 'nl', 'de', 'ja'] as const
const widthOf = 'document.documentElement.scrollWidth'

test('in another language, incomplete forms and wrong URLs name their fields, and the results are translated', async ({
  guestPage: page,
  appUrl,
}) => {
  await speak(page, 'de', appUrl)
  const t = (namespace: string) => messagesIn('de', namespace)
  const [home, search, fields, flights, results] = [
    t('home'),
    t('search'),
    t('flight-fields'),
    t('flights'),
    t('results'),
  ]
  /** Waits for a text that comes from a script: a press before that sends the form as a plain form. */
  const openForm = async (path: string) => {
    await page.goto(path)
    await expect(page.getByText(home.noRecent ?? '', { exact: true })).toBeVisible()
  }
  await openForm('/')
  await expect(page.getByRole('heading', { level: 1, name: home.title ?? '' })).toBeVisible()
  await expect(page.getByRole('radio', { name: t('travel').round ?? '', exact: true })).toBeChecked()
  for (const label of [search.from, search.to]) {
    await expect(page.getByRole('combobox', { name: label ?? '', exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: search.search ?? '', exact: true }).click()
  for (const key of ['originRequired', 'destinationRequired', 'dateRequired', 'returnRequired']) {
    await expect(page.getByText(fields[key] ?? '', { exact: true })).toBeVisible()
  }

  await openForm('/hotels')
  await page.getByRole('button', { name: search.search ?? '', exact: true }).click()
  await expect(page.getByText(t('stay-fields').placeRequired ?? '', { exact: true })).toBeVisible()

  await page.goto(resultsPath(newSearch({ cabin: 'hold', non_stop: 'maybe' })))
  const sentences = page.getByRole('main').getByRole('listitem')
  await expect(sentences).toHaveText([fields.cabinInvalid ?? '', fields.nonstopInvalid ?? ''])

  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
  await page.goto(resultsPath(marketList))
  await expect(page.getByRole('form', { name: search.flightsForm ?? '' })).toBeVisible()
  await expect(page.getByRole('button', { name: search.swap ?? '' })).toBeVisible()
  await expect(page.getByRole('tablist', { name: results.sortOrder ?? '' })).toBeVisible()
  await expect(page.getByRole('tab', { name: flights.cheapest ?? '' })).toBeVisible()
  const row = offers(page).first()
  await row.getByRole('button').first().click()
  await expect(row.getByRole('heading').first()).toContainText(flights.out ?? '')
  await expect(row.getByRole('button', { name: results.copySummary ?? '' })).toBeVisible()
})

test.describe('a reader whose browser asks for Dutch', () => {
  test.use({ locale: 'nl-NL' })

  test('sees Dutch, and after choosing another language in the footer, or with the keyboard in the header, sees that language at the same URL', async ({
    guestPage: page,
  }) => {
    await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
    await page.goto(resultsPath(marketList))
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await expect(offers(page).first()).toBeVisible()
    const before = page.url()
    const header = page.getByRole('banner')
    const opener = header.getByRole('button', { name: 'Taal Nederlands' })
    const menu = header.getByRole('group', { name: 'Taal' })

    await test.step('the menu in the header closes when the focus leaves it', async () => {
      await opener.focus()
      await page.keyboard.press('Enter')
      await expect(menu).toBeVisible()
      await expectNoViolations(page, { colorsOf: menu })
      await page.keyboard.press('Escape')
      await expect(menu).toBeHidden()
      await expect(opener).toBeFocused()
      await page.keyboard.press('Enter')
      await menu.getByRole('button', { name: '日本語' }).focus()
      await page.keyboard.press('Tab')
      await expect(menu).toBeHidden()
    })

    await opener.focus()
    await page.keyboard.press('Enter')
    await menu.getByRole('button', { name: 'English' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(header.getByRole('button', { name: 'Language English' })).toBeFocused()
    await expect(header.getByRole('group', { name: 'Language' })).toBeHidden()

    await page.getByRole('contentinfo').getByRole('button', { name: '日本語' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await expect(page.getByRole('tab', { name: messagesIn('ja', 'flights').cheapest ?? '' })).toBeVisible()
    await expect(page).toHaveURL(before)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  })
})

const narrow = { width: 320, height: 780 }
const shown = ['en-XA', 'ar-XB', ...languages] as const

test.describe('a page that the server renders in full', () => {
  // Loads faster.
  test.use({ javaScriptEnabled: false })

  test('is not wider than a phone of 320 px, a tablet or a small window in any language, and starts at the right in a right-to-left language', async ({
    page,
    appUrl,
  }) => {
    await page.setViewportSize(narrow)
    for (const language of shown) {
      await speak(page, language, appUrl)
      for (const path of ['/', '/hotels', '/credits', '/sign-in', '/sign-up']) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar-XB' ? 'rtl' : 'ltr')
        await expect.poll(() => page.evaluate(widthOf), `${path} in ${language}`).toBe(narrow.width)
      }
      for (const width of [720, 900, 1024]) {
        await page.setViewportSize({ ...narrow, width })
        await expect.poll(() => page.evaluate(widthOf), `${width} px in ${language}`).toBe(width)
        const account = page.getByRole('banner').getByRole('link').last().locator('span')
        await account.evaluate((name) => name.replaceChildren('someone.with.a.long.name@travel.example'))
        await expect.poll(() => page.evaluate(widthOf), `${width} px in ${language}, signed in`).toBe(width)
      }
      await page.setViewportSize(narrow)
    }
    await speak(page, 'ar-XB', appUrl)
    await page.goto('/sign-in')
    const banner = page.getByRole('banner')
    const [header, brand] = [await banner.boundingBox(), await banner.getByRole('link').first().boundingBox()]
    expect(brand?.x).toBeGreaterThan((header?.width ?? 0) / 2)
  })
})

/** How many lines the longest text above the list has, which is beside its controls. */
const linesOfStatus = (page: Page) =>
  page
    .locator('.status > p, .status-age')
    .evaluateAll((texts) => Math.max(...texts.map((text) => text.getBoundingClientRect().height / 16)))

/** Opens the first row, whose details are not wider than the window. */
async function expectFitOfFirstRow(page: Page, language: string): Promise<void> {
  // Rows move while the list still grows.
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false')
  // By keyboard, because notices above the list, such as the exchange rates notice, may still move the rows.
  await offers(page).first().getByRole('button').first().press('Enter')
  await expect(offers(page).first().locator('.details')).toBeVisible()
  await expect.poll(() => page.evaluate(widthOf), language).toBe(narrow.width)
}

/** The texts that their boxes cut off. */
const cutOff = (texts: Locator) =>
  texts.evaluateAll((all) => all.filter((at) => at.scrollWidth > at.clientWidth).map((at) => at.textContent))

const phones = [390, 360, 320]
const wideWindows = [1280, 1024, 900, 768, 720]

async function expectWholeBar(page: Page, what: string): Promise<void> {
  const values = page.locator('.sbar').locator('.fld-label, .fld-value').filter({ visible: true })
  await expect(values.first()).toBeVisible()
  await expect.poll(() => cutOff(values), `the search bar ${what}`).toEqual([])
}

/** The texts of the first sort tab that meet its icon. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const icon = document.querySelector('.tab-info svg')?.getBoundingClientRect()
    if (!icon) throw new Error('The sort tabs have no button')
    return [...document.querySelectorAll('.tab:first-child :is(.tab-name, b, .tab-facts span)')].flatMap((at) => {
      const text = document.createRange()
      text.selectNodeContents(at)
      // A line box is higher than its letters.
      const meets = ({ left, right, top, bottom }: DOMRect) =>
        left < icon.right && right > icon.left && top + 2 < icon.bottom && bottom - 2 > icon.top
      return [...text.getClientRects()].some(meets) ? [at.textContent] : []
    })
  })

test.describe(() => {
  test.use({ asksDayPrices: true })

  test('in every language, the flight results are not wider than a phone of 320 px, search bar and sort tabs show their texts in full, and the strip of days has space for its note about filters', async ({
    guestPage: page,
    appUrl,
  }) => {
    await answerDays(page, { [-1]: 850, 1: 905 })
    await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(30) })
    const topOfTabs = async () => (await page.getByRole('tablist').boundingBox())?.y
    for (const language of ['en', ...shown] as const) {
      await test.step(language, async () => {
        await speak(page, language, appUrl)
        await page.goto(resultsPath(marketList))
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(offers(page).first()).toBeVisible()
        await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false')
        const tops = new Map<number, number | undefined>()
        for (const width of [...wideWindows, ...phones]) {
          await page.setViewportSize({ width, height: 844 })
          const where = `in ${language} at ${width} px`
          tops.set(width, await topOfTabs())
          await expect.poll(() => page.evaluate(widthOf), where).toBe(width)
          if (width >= 720) await expect.poll(() => linesOfStatus(page), where).toBeLessThanOrEqual(2)
          if (phones.includes(width)) await expect.poll(() => covered(page), where).toEqual([])
          else if (isLanguage(language)) await expectWholeBar(page, where)
          // The narrowest phone has no room for the times of the sort tabs.
          if (width < 720 && width > 320 && isLanguage(language)) {
            const facts = page.locator('.tab-facts span')
            await expect(facts.first()).toBeVisible()
            await expect.poll(() => cutOff(facts), `the sort tabs ${where}`).toEqual([])
          }
        }
        await expectFitOfFirstRow(page, language)

        await page.goto(resultsPath({ ...marketList, stops: '-1' }))
        const note = page.locator('.days-note')
        await expect(note).toBeVisible()
        await expect(offers(page).first()).toBeVisible()
        for (const width of [1280, 1024, 768, 390, 320]) {
          await page.setViewportSize({ width, height: 844 })
          await expect
            .poll(() => topOfTabs(), `the sort tabs below the note in ${language} at ${width} px`)
            .toBe(tops.get(width))
        }
        await expect(note).toBeInViewport({ ratio: 1 })
        await expect.poll(() => note.evaluate((line) => line.scrollWidth - line.clientWidth)).toBe(0)
        await page.locator('.chip', { has: page.locator('.steps-flat') }).press('Enter')
        await offers(page).first().getByRole('button').first().press('Enter')
        await expect(page.locator('.pinned')).toBeVisible()
        await expectFitOfFirstRow(page, language)
      })
    }
  })
})

test('in every language, the hotel results are not wider than a phone of 320 px, and the search bars show their values in full', async ({
  guestPage: page,
  appUrl,
}) => {
  await answerSearches(
    page,
    { skill: 'hotel-search', provider: 'Amadeus', results: marketHotels(12) },
    { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) },
  )
  const { origin, destination, date, adults } = marketSearch
  const onward = resultsPath({ origin, destination, date, adults, onward: `AUA-JFK-${marketSearch.return_date}` })
  for (const language of ['en', ...shown] as const) {
    await test.step(language, async () => {
      await speak(page, language, appUrl)
      const hotels = staysPath({ ...marketStay, adults: '2', child_ages: '4,7' })
      for (const path of isLanguage(language) ? [onward, hotels] : [hotels]) {
        await page.goto(path)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        for (const width of isLanguage(language) ? wideWindows : []) {
          await page.setViewportSize({ width, height: 844 })
          await expectWholeBar(page, `of ${path} in ${language} at ${width} px`)
        }
      }
      await page.setViewportSize(narrow)
      await expectFitOfFirstRow(page, language)
    })
  }
})

test('while a search waits, the names of its sources are shown in full in every language', async ({
  guestPage: page,
  appUrl,
}) => {
  const slow = newSearch()
  await failSearch(slow, 'held')
  for (const language of ['en', ...languages] as const) {
    await speak(page, language, appUrl)
    await page.goto(resultsPath(slow))
    const names = page.locator('.source b')
    await expect(names.first()).toBeVisible()
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect.poll(() => cutOff(names), `${language} at ${width} px`).toEqual([])
    }
  }
  await healSearch(slow)
})
