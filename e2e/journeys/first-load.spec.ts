import type { Page } from '@playwright/test'
import { expectHotels, staysPath } from '../support/hotels.ts'
import { expectIdleScripts } from '../support/idle-scripts.ts'
import { expectResults, offers } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const stay = { place: 'AUA', check_in: dayIn(81), check_out: dayIn(84) }
const flightsPath = () => resultsPath(newSearch())
const hotelsPath = () => staysPath(stay)
const results = [
  ['flights', flightsPath, expectResults],
  ['hotels', hotelsPath, expectHotels],
] as const

const kb = 1024
const expectForm = (page: Page) => expect(page.getByRole('form')).toBeVisible()

/**
 * The limits for compressed scripts in bytes: those that the page loads at once, and all, with those that it loads when
 * the browser is idle, at most 2 % above the last measurement.
 */
const pages = [
  ['the home page loads', () => '/', expectForm, 'Hotels', 140 * kb, 146_500],
  ['the results of flights load', flightsPath, expectResults, 'Hotels', 180 * kb, 196_500],
  ['the results of hotels load', hotelsPath, expectHotels, 'Flights', 175 * kb, 191_500],
] as const

for (const [name, path, isReady, other, maxAtOnce, maxAll] of pages) {
  test(`${name} at most ${maxAtOnce} bytes of JavaScript at once, ${maxAll} with what follows when the browser is idle, and a page in advance only on hover`, async ({
    guestPage: page,
  }) => {
    const sizes: Promise<number>[] = []
    const ahead: string[] = []
    page.on('requestfinished', (request) => {
      if (request.url().includes('_rsc=')) ahead.push(request.url())
      if (request.resourceType() !== 'script') return
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    const bytes = async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    await holdIdle(page)
    await page.goto(path())
    await isReady(page)
    await page.waitForLoadState('networkidle')
    const atOnce = await bytes()
    expect(atOnce).toBeGreaterThan(0)
    await beIdle(page)
    await expectIdleScripts(page)
    const all = await bytes()
    expect(all).toBeGreaterThan(atOnce)
    expect(atOnce).toBeLessThanOrEqual(maxAtOnce)
    expect(all).toBeLessThanOrEqual(maxAll)
    expect(ahead).toEqual([])
    const link = page.getByRole('banner').getByRole('link', { name: other })
    await Promise.all([page.waitForRequest(/_rsc=/), link.hover()])
  })
}

for (const [name, path, isReady] of results) {
  test(`the search of ${name} starts before the scripts of the app are loaded, and only once, even without a session`, async ({
    page,
  }) => {
    const searches: string[] = []
    page.on('request', (request) => {
      if (/\/api\/search\/(flights|hotels)\?/.test(request.url())) searches.push(request.url())
    })
    const { promise: areAllowed, resolve: allow } = Promise.withResolvers<void>()
    await page.route('**/_next/static/**/*.js', async (route) => {
      await areAllowed
      await route.continue()
    })
    await Promise.all([page.waitForResponse(/\/api\/search\//), page.goto(path(), { waitUntil: 'commit' })])
    allow()
    await isReady(page)
    await page.waitForLoadState('networkidle')
    expect(searches).toHaveLength(1)
  })

  test(`a URL with an open row of ${name} shows the row and its details together, even with a late script`, async ({
    guestPage: page,
  }) => {
    await neverBeIdle(page)
    await page.goto(path())
    await isReady(page)
    await page.waitForLoadState('networkidle')
    const [script] = await Promise.all([
      page.waitForRequest(/\/_next\/static\/.*\.js/),
      offers(page).first().getByRole('button', { name: /^Show/ }).click(),
    ])
    await expect(page).toHaveURL(/row=/)

    await page.addInitScript(() => {
      const look = () => {
        if (document.querySelector('.details.is-coming')) document.documentElement.dataset.moved = 'yes'
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
    })
    const answered = page.waitForResponse(/\/api\/search\//)
    await page.route(script.url(), async (route) => {
      await answered
      await route.continue()
    })
    await page.reload()
    await isReady(page)
    await expect(offers(page).locator('.details')).toBeVisible()
    await expect(page.locator('html')).not.toHaveAttribute('data-moved')
  })
}

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/Failed to load resource/] })

  test('failed details, and a search whose script cannot load, show an error, and load on retry', async ({
    guestPage: page,
  }) => {
    await neverBeIdle(page)
    await page.goto(resultsPath(newSearch()))
    await expectResults(page)
    await page.waitForLoadState('networkidle')
    await page.route('**/_next/static/**', (route) => route.abort())
    const row = offers(page).first()
    const form = page.getByRole('form').filter({ visible: true })
    await row.getByRole('button', { name: /^Show/ }).press('Enter')
    await form.getByRole('button', { name: 'Search' }).press('Enter')
    const [inRow, inForm] = [row.getByRole('alert'), form.getByRole('alert')]
    for (const sentence of [inRow, inForm]) {
      await expect(sentence).toHaveText(/^This part of the page could not be loaded\./)
    }
    await page.unroute('**/_next/static/**')

    await inRow.getByRole('button', { name: 'Try again' }).press('Enter')
    await expect(row.getByRole('heading').first()).toBeVisible()
    await expect(inRow).toHaveCount(0)

    const sent = page.waitForRequest(/\/search\/flights\?.*_rsc=/)
    await inForm.getByRole('button', { name: 'Try again' }).press('Enter')
    await sent
    await expect(inForm).toHaveCount(0)
  })
})

/** Keeps back what the page does when the browser is idle, until `beIdle`. */
const holdIdle = (page: Page) =>
  page.addInitScript(() => {
    const held: IdleRequestCallback[] = []
    const { requestIdleCallback } = globalThis
    globalThis.requestIdleCallback = (work) => held.push(work)
    addEventListener('beidle', () => {
      globalThis.requestIdleCallback = requestIdleCallback
      for (const work of held) requestIdleCallback(work)
    })
  })

const beIdle = (page: Page) => page.evaluate(() => dispatchEvent(new Event('beidle')))

const neverBeIdle = (page: Page) =>
  page.addInitScript(() => {
    globalThis.requestIdleCallback = () => 0
  })
