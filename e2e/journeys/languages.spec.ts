import { staysPath } from '../support/hotels.ts'
import { messagesIn, speak } from '../support/language.ts'
import { offers } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const languages = ['es', 'nl', 'de', 'ja'] as const
const stay = { place: 'AUA', check_in: dayIn(81), check_out: dayIn(84) }
const widthOf = 'document.documentElement.scrollWidth'

for (const language of languages) {
  test(`in ${language}, incomplete forms and wrong URLs name their fields, and the results are translated`, async ({
    guestPage: page,
    appUrl,
  }) => {
    const [home, search, travel, flights, results, fields, stayFields] = [
      'home',
      'search',
      'travel',
      'flights',
      'results',
      'flight-fields',
      'stay-fields',
    ].map((name) => messagesIn(language, name))
    await speak(page, language, appUrl)
    await page.goto('/')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByRole('heading', { level: 1, name: home?.title ?? '' })).toBeVisible()
    await expect(page.getByRole('radio', { name: travel?.round ?? '', exact: true })).toBeChecked()
    await page.getByRole('button', { name: search?.search ?? '', exact: true }).click()
    for (const key of ['originRequired', 'destinationRequired', 'dateRequired', 'returnRequired']) {
      await expect(page.getByText(fields?.[key] ?? '', { exact: true })).toBeVisible()
    }
    for (const [label, code] of [
      [search?.from ?? '', 'AMS'],
      [search?.to ?? '', 'AUA'],
    ] as const) {
      const field = page.getByRole('combobox', { name: label, exact: true })
      await field.focus()
      await page.keyboard.type(code)
      const list = page.getByRole('listbox').filter({ visible: true })
      await expect(list.getByRole('option', { selected: true })).toContainText(code)
      await page.keyboard.press('Enter')
      await expect(field).toHaveValue(new RegExp(code))
    }

    await page.goto(resultsPath(newSearch()))
    await expect(page.getByRole('form', { name: search?.flightsForm ?? '' })).toBeVisible()
    await expect(page.getByRole('button', { name: search?.swap ?? '' })).toBeVisible()
    await expect(page.getByRole('tablist', { name: results?.sortOrder ?? '' })).toBeVisible()
    await expect(page.getByRole('tab', { name: flights?.cheapest ?? '' })).toBeVisible()
    const row = offers(page).first()
    await row.getByRole('button').first().click()
    await expect(row.getByRole('heading').first()).toContainText(flights?.out ?? '')
    await expect(row.getByRole('button', { name: results?.copySummary ?? '' })).toBeVisible()

    await page.goto(resultsPath(newSearch({ cabin: 'hold', non_stop: 'maybe' })))
    const sentences = page.getByRole('main').getByRole('listitem')
    await expect(sentences).toHaveText([fields?.cabinInvalid ?? '', fields?.nonstopInvalid ?? ''])
    await page.goto('/hotels')
    await page.getByRole('button', { name: search?.search ?? '', exact: true }).click()
    await expect(page.getByText(stayFields?.placeRequired ?? '', { exact: true })).toBeVisible()
  })
}

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
})

const narrow = { width: 320, height: 780 }
const shown = ['en-XA', 'ar-XB', ...languages] as const

test('no page is wider than a phone of 320 px in any language', async ({ page, appUrl }) => {
  await page.setViewportSize(narrow)
  for (const language of shown) {
    await speak(page, language, appUrl)
    for (const path of ['/', '/hotels', '/credits', '/sign-in', '/sign-up']) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar-XB' ? 'rtl' : 'ltr')
      expect(await page.evaluate(widthOf), `${path} in ${language}`).toBe(narrow.width)
    }
  }
})

for (const [name, path] of [
  ['flights', () => resultsPath(newSearch())],
  ['hotels', () => staysPath(stay)],
] as const) {
  test(`the results of ${name} are not wider than a phone of 320 px in any language`, async ({
    guestPage: page,
    appUrl,
  }) => {
    await page.setViewportSize(narrow)
    for (const language of shown) {
      await speak(page, language, appUrl)
      await page.goto(path())
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      // Rows move while the list still grows.
      await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false')
      // By keyboard, because notices above the list, such as the exchange rates notice, may still move the rows.
      await offers(page).first().getByRole('button').first().press('Enter')
      await expect(offers(page).first().locator('.details')).toBeVisible()
      expect(await page.evaluate(widthOf), language).toBe(narrow.width)
    }
  })
}

test('a right-to-left page starts at the right', async ({ page, appUrl }) => {
  await speak(page, 'ar-XB', appUrl)
  await page.goto('/')
  const [header, brand] = await Promise.all(
    [page.getByRole('banner'), page.getByRole('banner').getByRole('link').first()].map((at) => at.boundingBox()),
  )
  expect(brand?.x).toBeGreaterThan((header?.width ?? 0) / 2)
})
