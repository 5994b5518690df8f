import type { Page } from '@playwright/test'
import { isLanguage } from '#lib/platform/model/languages.ts'
import { expectNoViolations } from '../support/axe.ts'
import { staysPath } from '../support/hotels.ts'
import { messagesIn, speak } from '../support/language.ts'
import { answerSearches, marketList, marketOffers, marketSearch } from '../support/market.ts'
import { offers } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const languages = ['es', 'nl', 'de', 'ja'] as const
const stay = { place: 'AUA', check_in: dayIn(81), check_out: dayIn(84) }
const widthOf = 'document.documentElement.scrollWidth'

test('in every language, incomplete forms and wrong URLs name their fields, and the results are translated', async ({
  guestPage: page,
  appUrl,
}) => {
  const inEachLanguage = async (look: (t: (namespace: string) => Record<string, string>) => Promise<void>) => {
    for (const language of languages) {
      await test.step(language, async () => {
        await speak(page, language, appUrl)
        await look((namespace) => messagesIn(language, namespace))
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      })
    }
  }
  /** Waits for a text that comes from a script: a press before that sends the form as a plain form. */
  const openForm = async (path: string, home: Record<string, string>) => {
    await page.goto(path)
    await expect(page.getByText(home.noRecent ?? '', { exact: true })).toBeVisible()
  }

  // All forms come before the first results, because the home page fills its form from the last search.
  await inEachLanguage(async (t) => {
    const [home, search, fields] = [t('home'), t('search'), t('flight-fields')]
    await openForm('/', home)
    await expect(page.getByRole('heading', { level: 1, name: home.title ?? '' })).toBeVisible()
    await expect(page.getByRole('radio', { name: t('travel').round ?? '', exact: true })).toBeChecked()
    for (const label of [search.from, search.to]) {
      await expect(page.getByRole('combobox', { name: label ?? '', exact: true })).toBeVisible()
    }
    await page.getByRole('button', { name: search.search ?? '', exact: true }).click()
    for (const key of ['originRequired', 'destinationRequired', 'dateRequired', 'returnRequired']) {
      await expect(page.getByText(fields[key] ?? '', { exact: true })).toBeVisible()
    }

    await openForm('/hotels', home)
    await page.getByRole('button', { name: search.search ?? '', exact: true }).click()
    await expect(page.getByText(t('stay-fields').placeRequired ?? '', { exact: true })).toBeVisible()

    await page.goto(resultsPath(newSearch({ cabin: 'hold', non_stop: 'maybe' })))
    const sentences = page.getByRole('main').getByRole('listitem')
    await expect(sentences).toHaveText([fields.cabinInvalid ?? '', fields.nonstopInvalid ?? ''])
  })

  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
  await inEachLanguage(async (t) => {
    const [search, flights, results] = [t('search'), t('flights'), t('results')]
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
})

test.describe('a reader whose browser asks for Dutch', () => {
  test.use({ locale: 'nl-NL' })
  test('sees Dutch, and after choosing another language sees that language at the same URL', { tag: '@phone' }, async ({
    guestPage: page,
  }) => {
    const path = resultsPath(newSearch())
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'nl')
    await expect(offers(page).first()).toBeVisible()
    const before = page.url()
    await page.getByRole('contentinfo').getByRole('button', { name: '日本語' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    const t = messagesIn('ja', 'flights')
    await expect(page.getByRole('tab', { name: t.cheapest ?? '' })).toBeVisible()
    expect(page.url()).toBe(before)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await page.getByRole('contentinfo').getByRole('button', { name: 'English' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })

  test('can choose another language in the header with the keyboard; the menu then closes', async ({
    guestPage: page,
  }) => {
    await page.goto(resultsPath(newSearch()))
    await expect(offers(page).first()).toBeVisible()
    const header = page.getByRole('banner')
    const menu = header.getByRole('group', { name: 'Taal' })
    await header.getByRole('button', { name: 'Taal Nederlands' }).focus()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(header.getByRole('button', { name: 'Taal Nederlands' })).toBeFocused()
    await page.keyboard.press('Enter')
    await menu.getByRole('button', { name: '日本語' }).focus()
    await page.keyboard.press('Tab')
    await expect(menu).toBeHidden()
    await header.getByRole('button', { name: 'Taal Nederlands' }).focus()
    await page.keyboard.press('Enter')
    await menu.getByRole('button', { name: 'English' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(header.getByRole('button', { name: 'Language English' })).toBeFocused()
    await expect(header.getByRole('group', { name: 'Language' })).toBeHidden()
  })
})

const narrow = { width: 320, height: 780 }
const shown = ['en-XA', 'ar-XB', ...languages] as const

/** Expects pages in every language that are not wider than a phone of 320 px. */
async function expectNarrow(page: Page, appUrl: string, paths: readonly string[]): Promise<void> {
  await page.setViewportSize(narrow)
  for (const language of shown) {
    await speak(page, language, appUrl)
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar-XB' ? 'rtl' : 'ltr')
      expect(await page.evaluate(widthOf), `${path} in ${language}`).toBe(narrow.width)
    }
  }
}

test('the pages with the search forms are not wider than a phone of 320 px in any language', async ({
  page,
  appUrl,
}) => {
  await expectNarrow(page, appUrl, ['/', '/hotels'])
})

test.describe('a page that the server renders in full', () => {
  // Loads faster.
  test.use({ javaScriptEnabled: false })

  test('is not wider than a phone of 320 px in any language, and starts at the right in a right-to-left language', async ({
    page,
    appUrl,
  }) => {
    await expectNarrow(page, appUrl, ['/credits', '/sign-in', '/sign-up'])
    await speak(page, 'ar-XB', appUrl)
    await page.goto('/sign-in')
    const banner = page.getByRole('banner')
    const [header, brand] = [await banner.boundingBox(), await banner.getByRole('link').first().boundingBox()]
    expect(brand?.x).toBeGreaterThan((header?.width ?? 0) / 2)
  })
})

/** Opens the first row, whose details are not wider than the window. */
async function expectFitOfFirstRow(page: Page, language: string): Promise<void> {
  // Rows move while the list still grows.
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false')
  // By keyboard, because notices above the list, such as the exchange rates notice, may still move the rows.
  await offers(page).first().getByRole('button').first().press('Enter')
  await expect(offers(page).first().locator('.details')).toBeVisible()
  expect(await page.evaluate(widthOf), language).toBe(narrow.width)
}

test('the flight results are not wider than a phone of 320 px in any language; at 390 and 360 px the sort tabs show their times in full', async ({
  guestPage: page,
  appUrl,
}) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(240) })
  for (const language of ['en', ...shown] as const) {
    await speak(page, language, appUrl)
    await page.goto(resultsPath(marketList))
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(offers(page).first()).toBeVisible()
    for (const width of isLanguage(language) ? [390, 360] : []) {
      await page.setViewportSize({ width, height: 844 })
      const facts = page.locator('.tab-facts span')
      await expect(facts.first()).toBeVisible()
      const cut = await facts.evaluateAll((all) =>
        all.filter((at) => at.scrollWidth > at.clientWidth).map((at) => at.textContent),
      )
      expect(cut, `${language} at ${width} px`).toEqual([])
    }
    await page.setViewportSize(narrow)
    await expectFitOfFirstRow(page, language)
    await page.goto(resultsPath(marketSearch))
    await offers(page).first().getByRole('button').first().press('Enter')
    await expect(page.locator('.pinned')).toBeVisible()
    await expectFitOfFirstRow(page, language)
  }
})

test('the hotel results are not wider than a phone of 320 px in any language', async ({ guestPage: page, appUrl }) => {
  await page.setViewportSize(narrow)
  for (const language of shown) {
    await speak(page, language, appUrl)
    await page.goto(staysPath(stay))
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expectFitOfFirstRow(page, language)
  }
})

test('from 720 to 1280 px, the search bars show their values in full in every language', async ({
  guestPage: page,
  appUrl,
}) => {
  const trip = { origin: 'AMS', destination: 'AUA', date: dayIn(60), return_date: dayIn(68), adults: '2' }
  const onward = { ...trip, return_date: '', onward: `AUA-JFK-${dayIn(68)}` }
  const paths = [resultsPath(trip), resultsPath(onward), staysPath({ ...stay, adults: '2', child_ages: '4,7' })]
  for (const language of ['en', ...languages] as const) {
    await speak(page, language, appUrl)
    for (const path of paths) {
      await page.goto(path)
      const values = page.locator('.sbar').locator('.fld-label, .fld-value').filter({ visible: true })
      await expect(values.first()).toBeVisible()
      for (const width of [720, 768, 900, 1024, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        const cut = await values.evaluateAll((all) =>
          all.filter((at) => at.scrollWidth > at.clientWidth).map((at) => at.textContent),
        )
        expect(cut, `${path} in ${language} at ${width} px`).toEqual([])
      }
    }
  }
})

test('on phones, the button beside the first sort order covers no text in any language', async ({
  guestPage: page,
  appUrl,
}) => {
  /** The texts of the first tab that meet the icon. */
  const covered = () =>
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
  for (const language of ['en', ...shown] as const) {
    await speak(page, language, appUrl)
    await page.goto(resultsPath(marketList))
    await expect(offers(page).first()).toBeVisible()
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 780 })
      expect(await covered(), `in ${language} at ${width} px`).toEqual([])
    }
  }
})
