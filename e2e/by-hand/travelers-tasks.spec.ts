import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page, Route } from '@playwright/test'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { expectHotels, staysPath } from '../support/hotels.ts'
import { expectIdleScripts } from '../support/idle-scripts.ts'
import { startLiveProviders } from '../support/live-providers.ts'
import { answerSearches, marketList, marketOffers, marketSearch } from '../support/market.ts'
import { createOwnApp } from '../support/own-app.ts'
import { phone } from '../support/phone.ts'
import { offers } from '../support/results.ts'
import { dayButton } from '../support/search-form.ts'
import { dayIn, resultsPath } from '../support/searches.ts'
import { becomeGuest, expect, test } from '../support/test.ts'
import { looks, type Person, personAt } from './person.ts'

// The tasks of docs/travelers-tasks.md. Only `node scripts/travelers-tasks.ts` runs them.

test.use({ asksDayPrices: true })

const [out, back] = [dayIn(45), dayIn(55)]

/** In an app of its own with a key for one live provider, whose answers have several fares for the same flights. */
const liveTest = test.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
  baseURL: async ({}, use) => {
    const atOnce = async () => {}
    await using providers = await startLiveProviders(createPlaces(), { amadeus: atOnce, duffel: atOnce })
    await using app = await createOwnApp({ ...providers.env, AMADEUS_API_KEY: '', AMADEUS_API_SECRET: '' })
    await app.start()
    await use(app.url)
  },
})

for (const viewport of looks) {
  const isPhone = viewport.width < 500
  const device = isPhone ? { ...phone, viewport } : { viewport }

  test.describe(`at ${viewport.width} px`, () => {
    test.use(device)

    /** Does one task, and prints the number of presses. The model of the seconds has no thumbs. */
    const task = (name: string, work: (person: Person) => Promise<void>, inApp = test) =>
      inApp(name, async ({ guestPage: page }) => {
        const person = personAt(page, `${name}-${viewport.width}`)
        await work(person)
        const seconds = isPhone ? '' : `, ${person.modelledSeconds().toFixed(0)} s modelled`
        process.stdout.write(`${name} at ${viewport.width} px: ${person.presses()} presses${seconds}\n`)
      })

    task('family-with-bags', async (person) => {
      const { page, press, look } = person
      await page.goto('/')
      await look('home')
      await flightForm(person, 'Seattle', 'Tokyo')
      await press(page.getByRole('button', { name: /^Travelers and cabin/ }))
      await press(page.getByRole('button', { name: 'One more: Adults' }))
      await press(page.getByRole('button', { name: 'One more: Children' }))
      await look('travelers')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Done' }))
      await search(person)
      await look('results')
      await press(page.getByRole('button', { name: /^How you travel/ }).first())
      await press(page.getByRole('button', { name: 'One more: Checked bag' }))
      await look('profile')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Done' }))
      await look('with bags')
      await expect(page.locator('main')).toContainText(/checked bag/)
      await openReturn(person)
      await look('open')
    })

    task('town-without-airport', async (person) => {
      const { page, look } = person
      await page.goto('/')
      await typePlace(person, 'From', 'Amsterdam')
      const to = page.getByRole('combobox', { name: 'To', exact: true })
      await person.press(to)
      await person.type('Kyoto')
      await expect(page.locator('.place-option:visible').first()).toContainText(/km from Kyoto/)
      await look('places near Kyoto')
      await person.press(page.locator('.place-option:visible').first())
      await chooseDays(person, /^Depart/)
      await search(person)
      await look('results')
      await expect(page.getByRole('heading', { level: 1 })).toContainText(/Osaka/)
    })

    task('three-in-two-rooms', async (person) => {
      const { page, press, choose, look } = person
      await page.goto('/hotels')
      await look('home')
      await typePlace(person, 'Where', 'Paris')
      await chooseDays(person, /^Check in/)
      await press(page.getByRole('button', { name: /^Guests and rooms/ }))
      await press(page.getByRole('button', { name: 'One more: Rooms' }))
      await press(page.getByRole('checkbox', { name: 'Different guests in each room' }))
      const room = (number: number) => page.getByRole('group', { name: `Room ${number}` })
      await press(room(1).getByRole('button', { name: 'One fewer: Adults' }))
      await press(room(1).getByRole('button', { name: 'One more: Children' }))
      await choose(room(1).getByRole('combobox'), '6')
      await press(room(2).getByRole('button', { name: 'One fewer: Adults' }))
      await look('guests')
      await press(page.getByRole('dialog').getByRole('button', { name: 'Done' }))
      await look('form')
      await search(person)
      await look('results')
      await expect(page.locator('main')).toContainText(/2 rooms/)
      await press(offers(page).first().getByRole('button').first())
      await look('open')
    })

    task('senior', async (person) => {
      const { page, press, look } = person
      await page.goto(staysPath({ place: 'PAR', check_in: out, check_out: back, adults: '1' }))
      await expectHotels(page)
      await press(page.getByRole('button', { name: isPhone ? /^Filters/ : /^All filters/ }))
      const filters = page.getByRole('dialog', { name: 'Filters' })
      await look('filters')
      await press(filters.getByText(/I meet a condition/).first())
      await look('condition')
      await press(filters.getByRole('button', { name: /^Show/ }).last())
      await look('rows')
    })

    task('breakfast-only', async (person) => {
      const { page, press, look } = person
      await page.goto(staysPath({ place: 'PAR', check_in: out, check_out: back }))
      await expectHotels(page)
      await look('all')
      await press(page.getByRole('button', { name: 'Breakfast', exact: true }))
      await expect(page).toHaveURL(/board/)
      await look('with breakfast')
      await press(offers(page).first().getByRole('button').first())
      await look('open')
    })

    test.describe('in German', () => {
      test.use({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })

      task('german-phone', async (person) => {
        const { page, look } = person
        await page.goto('/')
        await look('home')
        await typePlace(person, 'Von', 'München')
        await typePlace(person, 'Nach', 'Tokio')
        await chooseDays(person, /^Hinflug/)
        await look('form')
        await search(person, 'Suchen')
        await look('results')
        await expect(page.getByRole('heading', { level: 1 })).toContainText(/München.*Tokio/)
        await openReturn(person)
        await look('open')
        await expect(page.locator('main')).not.toContainText(/\d [AP]M/)
      })
    })

    task('yen-budget', async (person) => {
      const { page, choose, look } = person
      await page.goto(resultsPath({ origin: 'SEA', destination: 'NRT', date: out, return_date: back }))
      await expect(offers(page).first()).toBeVisible()
      await choose(page.getByRole('banner').getByRole('combobox', { name: 'Currency' }), 'JPY')
      await expect(page).toHaveURL(/currency=JPY/)
      await look('converted')
      await expect(offers(page).first()).toContainText('¥')
      const filters = await openFilters(person)
      await person.press(filters.getByRole('button', { name: /^Total price/ }))
      const slider = filters.getByRole('slider', { name: /Price|Total/ }).last()
      await person.slide(slider, '150000')
      await slider.press('ArrowLeft')
      await look('price filter')
      await closeFilters(person)
      await look('within the budget')
    })

    task('two-calendars', async (person) => {
      const { page, press, look } = person
      const folder = mkdtempSync(join(tmpdir(), 'calendars-'))
      const day = out.replaceAll('-', '')
      writeFileSync(
        join(folder, 'outlook.ics'),
        calendar(
          `DTSTART;TZID=W. Europe Standard Time:${day}T090000\r\nDTEND;TZID=W. Europe Standard Time:${day}T120000`,
        ),
      )
      writeFileSync(join(folder, 'google.ics'), calendar(`DTSTART:${day}T150000Z\r\nDTEND:${day}T160000Z`))
      process.stdout.write(`${ask(folder, out)}\n`)
      await page.goto(resultsPath({ origin: 'AMS', destination: 'BCN', date: out, return_date: back }))
      await expect(offers(page).first()).toBeVisible()
      await openReturn(person)
      await look('open')
      const saving = page.waitForEvent('download')
      await press(page.getByRole('button', { name: 'Add to calendar' }).first())
      copyFileSync(await (await saving).path(), join(folder, 'flights.ics'))
      process.stdout.write(`${ask(folder, out)}\n`)
    })

    task('home-by-evening', async (person) => {
      const { page, look } = person
      await page.goto(resultsPath({ origin: 'AMS', destination: 'BCN', date: out, return_date: back }))
      await expect(offers(page).first()).toBeVisible()
      await look('all')
      const filters = await openFilters(person)
      const times = filters.getByRole('button', { name: /^(Flight times|Times)/, expanded: false })
      const slider = filters.getByRole('slider', { name: /Arrival at (Amsterdam|AMS)/ }).last()
      await expect(times.or(slider).first()).toBeVisible()
      await look('filters')
      if ((await times.count()) > 0) await person.press(times.first())
      await person.slide(slider, '1200')
      await look('set')
      await closeFilters(person)
      await look('home by 20:00')
    })

    test('link-on-another-phone', async ({ guestPage: page, context, browser, appUrl }) => {
      const name = 'link-on-another-phone'
      const sender = personAt(page, `${name}-${viewport.width}-sender`)
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.goto('/profile')
      await sender.press(page.getByRole('checkbox', { name: /^Sold by the airline only/ }))
      await expect(page.getByText('Saved in this browser.')).toBeVisible()
      await page.goto(
        resultsPath({ origin: 'MUC', destination: 'NRT', date: out, return_date: back, stops: '1', currency: 'USD' }),
      )
      await expect(offers(page).first()).toBeVisible()
      await openReturn(sender)
      await sender.press(page.getByRole('button', { name: 'Copy link' }).first())
      await sender.look('sent')
      const link = await page.evaluate(() => navigator.clipboard.readText())
      await using other = await openPhone(browser, appUrl)
      const reader = personAt(other.page, `${name}-${viewport.width}-reader`)
      await other.page.goto(link)
      await expect(other.page.locator('.offer.is-open')).toBeVisible()
      await reader.look('received')
      expect(await other.page.locator('.offer.is-open .price b').first().textContent()).toMatch(/\$/)
    })

    task('flexible-week', async (person) => {
      const { page, press, look } = person
      await page.goto(resultsPath({ origin: 'AMS', destination: 'BCN', date: out, return_date: back }))
      await expect(offers(page).first()).toBeVisible()
      await openDates(person)
      const dates = page.getByRole('region', { name: 'Dates and prices' })
      await look('known')
      await press(dates.getByRole('button', { name: '9 nights' }))
      await press(dates.getByRole('button', { name: 'ask for all' }).first())
      await expect(dates.getByText('every date is known').first()).toBeVisible()
      await look('every 9 nights')
      await press(
        dates
          .getByRole('gridcell')
          .locator('button', { hasText: /lowest/ })
          .or(dates.locator('button.date-cell', { hasText: /lowest/ }))
          .first(),
      )
      await look('chosen')
      await press(dates.getByRole('link', { name: 'See flights' }))
      await expect(offers(page).first()).toBeVisible()
      await look('flights')
    })

    task('hotel-near-a-place', async (person) => {
      const { page, press, look } = person
      await page.goto('/hotels')
      await typePlace(person, 'Where', 'Montmartre')
      await chooseDays(person, /^Check in/)
      await search(person)
      await look('results')
      if (isPhone) await press(page.getByRole('button', { name: /^Map/ }).first())
      await look('map')
    })

    test.describe('without a connection', () => {
      test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

      task('offline-on-a-train', async (person) => {
        const { page } = person
        const context = page.context()
        await page.goto(resultsPath({ origin: 'AMS', destination: 'BCN', date: out, return_date: back }))
        await expect(offers(page).first()).toBeVisible()
        await expectIdleScripts(page)
        await context.setOffline(true)
        await expect(page.getByText('You are offline. This page stays open')).toBeVisible()
        await person.look('offline')
        await openReturn(person)
        await person.look('fares')
        await context.setOffline(false)
      })
    })

    task('price-changed', async (person) => {
      const { page, press, look } = person
      const { results, answerPrice } = liveMarket()
      await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', data: 'live', results })
      await page.goto(resultsPath(marketSearch))
      await openReturn(person)
      await look('open')
      await page.route('**/api/skills/invoke', answerPrice)
      await press(
        page
          .locator('.offer.is-open')
          .getByRole('button', { name: /^Go to|^Open/ })
          .first(),
      )
      await expect(page.locator('.offer.is-open')).toContainText(/more than|more now|\+ ?\$|\$\d+ more/)
      await look('changed')
    })

    task('two-options', async (person) => {
      const { page, press, look } = person
      await page.goto(resultsPath({ origin: 'AMS', destination: 'BCN', date: out, return_date: back }))
      await expect(offers(page).first()).toBeVisible()
      await openReturn(person)
      const open = page.locator('.offer.is-open')
      await press(open.getByRole('button', { name: 'Save', exact: true }))
      await expect(open.getByRole('button', { name: /^Saved/ })).toBeVisible()
      await press(offers(page).nth(1).getByRole('button').first())
      await press(open.getByRole('button', { name: 'Save', exact: true }))
      await expect(open.getByRole('button', { name: /^Saved/ })).toBeVisible()
      await press(page.getByRole('banner').getByRole('link', { name: 'Trips' }))
      await expect(page.getByText('2 options for one trip')).toBeVisible()
      await look('trips')
      await press(page.getByRole('button', { name: 'Compare A and B' }))
      await expect(page.getByRole('table').first()).toBeVisible()
      await look('compared')
    })

    task('booked-to-calendar', async (person) => {
      const { page, press, look } = person
      await page.goto(resultsPath({ origin: 'AMS', destination: 'BCN', date: out, return_date: back }))
      await expect(offers(page).first()).toBeVisible()
      await openReturn(person)
      await press(page.locator('.offer.is-open').getByRole('button', { name: 'Save', exact: true }))
      await expect(page.locator('.offer.is-open').getByRole('button', { name: /^Saved/ })).toBeVisible()
      await press(page.getByRole('banner').getByRole('link', { name: 'Trips' }))
      await press(page.getByRole('button', { name: /^I booked this/ }))
      await person.type('X4QZ7K', page.getByLabel(/^Booking reference/))
      await press(page.getByRole('button', { name: 'Save as booked' }))
      await look('booked')
      const saving = page.waitForEvent('download')
      await press(page.getByRole('button', { name: 'Add to calendar' }).first())
      expect((await saving).suggestedFilename()).toMatch(/\.ics$/)
      await look('calendar')
    })

    task('separate-tickets', async (person) => {
      const { page, press, look } = person
      await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(30, apart) })
      await page.goto(resultsPath(marketList))
      const hidden = page.getByRole('button', { name: /^Separate tickets \d+ trips? hidden/ })
      await expect(hidden).toBeVisible()
      await look('hidden')
      await press(hidden)
      await expect(page.getByRole('button', { name: /^Separate tickets \d+ trips? shown/ })).toBeVisible()
      await expect(
        offers(page)
          .filter({ hasText: /self-transfer/i })
          .first(),
      ).toBeVisible()
      await look('shown')
    })

    const compareFares = async (person: Person) => {
      const { page, press, look } = person
      await page.goto(
        resultsPath({ origin: 'AMS', destination: 'AUA', date: out, return_date: back, non_stop: 'true' }),
      )
      await openReturn(person, /[2-9] fares/)
      const open = page.locator('.offer.is-open')
      await press(open.getByRole('button', { name: 'Save', exact: true }))
      await expect(open.getByRole('button', { name: /^Saved/ })).toBeVisible()
      await look('fares')
      await press(open.getByRole('radio', { name: /Checked bag: [12]/, checked: false }).first())
      await expect(open.getByText('The saved option has changed to this fare.')).toBeVisible()
      await expect(open.getByRole('button', { name: /^Saved/ })).toBeVisible()
      await look('other fare')
      const price = await open.locator('.fare-row.is-chosen .fare-price').textContent()
      await press(page.getByRole('banner').getByRole('link', { name: 'Trips' }))
      await expect(page.locator('.trip .trip-price > b')).toHaveText([price ?? ''])
      await look('trips')
    }
    task('fares-compared', compareFares, liveTest)

    /** On phones the dates are behind a button of the bar. */
    async function openDates({ page, press }: Person): Promise<void> {
      await press(page.getByRole('button', { name: isPhone ? /^Dates/ : /^More dates/ }).first())
    }

    async function openFilters({ page, press }: Person): Promise<Locator> {
      const button = page.getByRole('button', { name: /^Filters/ })
      if (await button.isVisible()) await press(button)
      return isPhone
        ? page.getByRole('dialog', { name: 'Filters' })
        : page.getByRole('complementary', { name: 'Filters' })
    }

    async function closeFilters({ page, press }: Person): Promise<void> {
      if (isPhone)
        await press(page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: /^Show/ }).last())
    }
  })
}

/** Every other trip on separate tickets. */
const apart = (at: number): Partial<FlightResult> => {
  if (Math.floor(at / 3) % 2 === 0) return {}
  const [offer] = marketOffers(at + 1).slice(-1)
  const legs = offer?.legs.map((leg) => ({
    ...leg,
    layovers: leg.layovers.map((layover) => ({ ...layover, self_transfer: true })),
  }))
  return legs ? { legs } : {}
}

/** Offers with a booking link, whose price has risen when it is asked again. */
function liveMarket() {
  const results = marketOffers(9, () => ({ booking_url: 'https://www.klm.com/' }))
  const dearer = results.map((offer) => ({
    ...offer,
    price: { ...offer.price, amount: offer.price.amount + 40 },
  }))
  const metadata = { query_time_ms: 1, cached: false, data: 'live', fetched_at: new Date().toISOString() }
  const answer = { status: 'success', skill: 'flight-search', version: '1.0.0', results: dearer, metadata }
  return { results, answerPrice: (route: Route) => route.fulfill({ json: answer }) }
}

/** Opens the first offer, or the first with some words, after its outbound was chosen. */
async function openReturn({ page, press }: Person, words: RegExp | string = ''): Promise<void> {
  await expect(offers(page).first()).toBeVisible()
  const choose = offers(page)
    .first()
    .getByRole('button', { name: /^(Choose this outbound|Diesen Hinflug)/ })
  if ((await choose.count()) > 0) {
    await press(choose)
    await expect(choose).toHaveCount(0)
    await expect(page.locator('.pinned')).toBeVisible()
  }
  const row = offers(page).filter({ hasText: words }).first()
  await press(row.getByRole('button').first())
  await expect(page.locator('.offer.is-open')).toBeVisible()
}

async function typePlace({ page, press, type }: Person, field: string, words: string): Promise<void> {
  await press(page.getByRole('combobox', { name: field, exact: true }))
  await type(words)
  const first = page.locator('.place-option:visible').first()
  await expect(first).toBeVisible()
  await expect(page.getByRole('listbox').first()).toHaveAttribute('aria-busy', 'false')
  await press(first)
}

async function flightForm(person: Person, from: string, to: string): Promise<void> {
  await typePlace(person, 'From', from)
  await typePlace(person, 'To', to)
  await chooseDays(person, /^Depart/)
}

async function chooseDays({ page, press, look }: Person, field: RegExp): Promise<void> {
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) await press(page.getByRole('button', { name: field }).first())
  await expect(dialog.getByRole('grid').first()).toBeVisible()
  await look('calendar')
  const locale = (await page.locator('html').getAttribute('lang')) === 'de' ? 'de' : 'en-GB'
  for (const date of [out, back]) {
    const words = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
    const day = locale === 'de' ? dialog.getByRole('button', { name: new RegExp(`, ${words}`) }) : dayButton(page, date)
    const next = dialog.getByRole('button', { name: /^(Next|Weiter|Nächste)/ }).first()
    while ((await day.count()) === 0) await press(next)
    await press(day.first())
  }
  const done = dialog.getByRole('button', { name: /^(Done|Fertig)$/ })
  if (await done.isVisible()) await press(done)
}

async function search({ page, press }: Person, name = 'Search'): Promise<void> {
  await press(page.getByRole('button', { name, exact: true }))
  await expect(page).toHaveURL(/\/search\//)
  await expect(offers(page).first()).toBeVisible()
}

/** What `ical-query` says about a day in these calendars. */
const ask = (folder: string, day: string): string =>
  execFileSync(process.execPath, [fileURLToPath(import.meta.resolve('#lib/cli/ical-query/main.ts')), 'free', day], {
    encoding: 'utf8',
    env: { ...process.env, ICAL_CALENDAR: folder, ICAL_TIME_ZONE: 'Europe/Amsterdam' },
  }).trim()

const calendar = (times: string): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:a', 'BEGIN:VEVENT', 'UID:a', 'SUMMARY:Meeting', times, 'END:VEVENT']
    .concat('END:VCALENDAR', '')
    .join('\r\n')

async function openPhone(browser: Browser, appUrl: string): Promise<{ page: Page } & AsyncDisposable> {
  const context: BrowserContext = await browser.newContext({ ...phone, locale: 'de-DE', baseURL: appUrl })
  const page = await context.newPage()
  await becomeGuest(page.request, appUrl)
  return { page, [Symbol.asyncDispose]: () => context.close() }
}
