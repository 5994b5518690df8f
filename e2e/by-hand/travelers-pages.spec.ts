import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { languages } from '#lib/platform/model/languages.ts'
import { expectNoViolations } from '../support/axe.ts'
import { staysPath } from '../support/hotels.ts'
import { messagesIn, speak } from '../support/language.ts'
import { offers } from '../support/results.ts'
import { dayIn, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

// Every page of travelers in five languages, four widths and both themes. Only `node scripts/travelers-tasks.ts` runs
// this, and writes pictures to test-results/pages.

test.use({ asksDayPrices: true, expectedErrors: [/status of 404/] })

const [out, back] = [dayIn(45), dayIn(55)]
const trip = { origin: 'MUC', destination: 'NRT', date: out, return_date: back, adults: '2' }
const flights = resultsPath(trip)
const hotels = staysPath({ place: 'PAR', check_in: out, check_out: back })
const onward = { origin: 'SEA', destination: 'NRT', date: out, onward: `NRT-SIN-${back},SIN-SEA-${dayIn(65)}` }

const listed = (page: Page) => expect(offers(page).first()).toBeVisible()
/** The press that chooses an outbound flight, in each language. */
const chooses = new RegExp(
  languages
    .map((one) =>
      messagesIn(one, 'flights')
        .chooseOutbound?.split('{')[0]
        ?.replace(/[\s,、]+$/, ''),
    )
    .join('|'),
)

const openFirst = async (page: Page) => {
  await listed(page)
  if (new URL(page.url()).pathname.endsWith('flights'))
    await page.getByRole('button', { name: chooses }).first().click()
  await offers(page).first().getByRole('button', { expanded: false }).first().click()
  await expect(page.locator('.offer.is-open')).toBeVisible()
}

const pages: readonly { name: string; path: string; ready?: (page: Page) => Promise<void> }[] = [
  { name: 'home', path: '/' },
  { name: 'home-hotels', path: '/hotels' },
  { name: 'flights', path: flights, ready: listed },
  { name: 'flights-open', path: flights, ready: openFirst },
  { name: 'multi-city', path: resultsPath(onward), ready: (page) => expect(page.locator('main h1')).toBeVisible() },
  { name: 'invalid', path: resultsPath({ ...trip, date: '2020-02-03' }) },
  { name: 'hotels', path: hotels, ready: listed },
  { name: 'hotels-open', path: hotels, ready: openFirst },
  { name: 'trips', path: '/trips' },
  { name: 'profile', path: '/profile' },
  { name: 'account', path: '/account' },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'confirm', path: '/confirm' },
  { name: 'offline', path: '/offline' },
  { name: 'credits', path: '/credits' },
  { name: 'not-found', path: '/nowhere' },
]

const widths = [390, 768, 1280, 1920]

/** The lowest that the first row of a list may begin, in px. Between phones and 1280 px, the search takes two lines. */
const firstRow: Readonly<Record<string, { phone: number; wide: number }>> = {
  flights: { phone: 284, wide: 340 },
  hotels: { phone: 181, wide: 207 },
}

const heightAt = (width: number): number => (width < 1000 ? 844 : 900)

async function savePart(page: Page): Promise<void> {
  await page.goto(flights)
  await openFirst(page)
  await page.getByRole('button', { name: 'Save search' }).click()
  await expect(page.getByRole('link', { name: /Trips/ }).last()).toBeVisible()
  await page.goto(hotels)
  await openFirst(page)
  await page.locator('.offer.is-open').getByRole('button', { name: 'Save', exact: true }).click()
  await expect(
    page
      .locator('.offer.is-open')
      .getByText(/^Saved/)
      .first(),
  ).toBeVisible()
}

for (const { name, path, ready } of pages) {
  test(`${name}: pictures, and nothing small, cut off or out of line`, async ({ guestPage: page, appUrl }) => {
    if (name === 'trips') await savePart(page)
    const faults: string[] = []
    for (const language of languages) {
      await speak(page, language, appUrl)
      for (const width of widths) {
        await page.setViewportSize({ width, height: heightAt(width) })
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
        await page.goto(path)
        await expect(page.locator('main:not([aria-busy="true"])').last()).toBeVisible()
        await ready?.(page)
        await page.evaluate(() => document.fonts.ready)
        faults.push(...(await faultsIn(page)).map((fault) => `${language} ${width}: ${fault}`))
        const limit = width === 768 ? undefined : firstRow[name]?.[width === 390 ? 'phone' : 'wide']
        if (limit !== undefined) {
          const top = Math.round(
            await offers(page)
              .first()
              .evaluate((row) => row.getBoundingClientRect().top + scrollY),
          )
          process.stdout.write(`${name} ${language} ${width}: first row at ${top} px, limit ${limit}\n`)
          if (top > limit) faults.push(`${language} ${width}: first row at ${top} px, limit ${limit}`)
        }
        if (language !== 'en' && width !== 390 && width !== 1280) continue
        const shot = (theme: string) =>
          page.screenshot({
            path: join('test-results/pages', `${name}-${width}-${language}-${theme}.png`),
            animations: 'disabled',
            scale: 'css',
            fullPage: !['flights', 'hotels', 'flights-open', 'hotels-open', 'multi-city'].includes(name),
          })
        await shot('light')
        if (language !== 'en') continue
        await page.emulateMedia({ colorScheme: 'dark' })
        await shot('dark')
        await expectNoViolations(page).catch((error: Error) => faults.push(`${width}: ${error.message.slice(0, 900)}`))
      }
    }
    expect.soft([...new Set(faults)], name).toEqual([])
  })
}

/** Texts under 11 px, texts that do not fit their box, sideways scroll, and edges of header, content and footer. */
const faultsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const scroll = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (scroll > 0) faults.push(`scrolls sideways by ${scroll} px`)
    const told = (at: Element) =>
      `${at.tagName.toLowerCase()}.${at.getAttribute('class') ?? ''} "${at.textContent?.trim().slice(0, 40)}"`
    for (const at of document.querySelectorAll<HTMLElement>('body *')) {
      if (!at.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || at.closest('.sr-only, svg')) continue
      const text = [...at.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
      if (!text) continue
      const style = getComputedStyle(at)
      if (Number.parseFloat(style.fontSize) < 10.99 && !at.closest('sub, sup'))
        faults.push(`${style.fontSize}: ${told(at)}`)
      const isClipped = style.overflowX !== 'visible' && style.overflowX !== 'auto' && at.clientWidth > 2
      if (isClipped && at.scrollWidth > at.clientWidth + 1) faults.push(`cut off: ${told(at)}`)
      const box = at.getBoundingClientRect()
      const hidden = at.closest('.chips, .days, .tabs, .date-table, .hotel-map, table')
      if (!hidden && (box.right > innerWidth + 1 || box.left < -1) && box.width > 2) faults.push(`outside: ${told(at)}`)
    }
    const inner = (selector: string) => {
      const at = document.querySelector(selector)
      if (at === null) return null
      const { paddingLeft, paddingRight } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      return [
        Math.round(box.left + Number.parseFloat(paddingLeft)),
        Math.round(box.right - Number.parseFloat(paddingRight)),
      ]
    }
    const content = ['.results-body', '.home-form', '.trips > *'].map(inner).find(Boolean)
    const edges = [inner('.top'), inner('footer'), content].flatMap((one) => one?.join('–') ?? [])
    if (innerWidth === 1920 && new Set(edges).size > 1) faults.push(`edges: ${edges.join(', ')}`)
    return faults
  })
