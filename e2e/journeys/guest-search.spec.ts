import { dateAt, expectTimes, saveCalendar, shownTimes } from '../support/calendar.ts'
import {
  chooseOutbound,
  departures,
  expectAscending,
  expectResults,
  minutes,
  offers,
  prices,
} from '../support/results.ts'
import { chooseDates, typePlace } from '../support/search-form.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a guest finds flights from Seattle to Tokyo six weeks ahead, and Back returns to the home page', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.goto('/')
  await typePlace(page, 'From', 'Seattle', /SEA/)
  await typePlace(page, 'To', 'Tokyo Narita', /NRT/)
  await chooseDates(page, dayIn(42), dayIn(52))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    const answers = () => performance.getEntriesByType('resource').length
    const before = answers()
    const note = () => {
      document.documentElement.dataset.answersBeforeBusy ??= String(answers() - before)
    }
    const button = document.querySelector('.search-go')
    if (button) new MutationObserver(note).observe(button, { attributes: true })
  })
  const network = await context.newCDPSession(page)
  const speed = { offline: false, downloadThroughput: 20_000, uploadThroughput: 20_000 }
  await network.send('Network.emulateNetworkConditions', { ...speed, latency: 800 })
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('/search/flights')) asked.push(pathname)
  })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-answers-before-busy', '0')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })

  await expect(page).toHaveURL(
    `/search/flights?origin=SEA&destination=NRT&date=${dayIn(42)}&return_date=${dayIn(52)}&adults=1`,
  )
  await expectResults(page)
  // The search begins before its page, which takes its answer.
  expect(asked).toEqual(['/api/search/flights', '/search/flights'])
  await expect(page.getByText('Sample data', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /Seattle.*Tokyo/ })).toBeFocused()
  await chooseOutbound(page)
  await offers(page)
    .first()
    .getByRole('button', { name: /^Show flight details/ })
    .click()
  await expect(page.getByText('Sample data: this offer is generated')).toBeVisible()
  await page.getByRole('button', { name: 'Change outbound' }).click()
  await expect(page).not.toHaveURL(/out=/)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Compare flights and hotels by total price' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue('Seattle SEA')
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toHaveValue(/NRT/)
  await expect(page.getByRole('button', { name: /^Return, 10 nights/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: 'Guest' })).toBeVisible()
})

test('a link runs its search at once and starts one guest session; opening other pages starts none', async ({
  page,
  context,
}) => {
  const sessions = async () => (await context.cookies()).filter(({ name }) => name.endsWith('session-token'))
  for (const path of ['/', '/hotels', '/sign-in']) await page.goto(path)
  expect(await sessions()).toEqual([])
  const search = newSearch({ origin: 'AMS', destination: 'AUA', cabin: 'business' })
  await page.goto(resultsPath(search))
  await expectResults(page)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toMatchObject(search)
  const [first] = await sessions()
  expect(first).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await page.goto(resultsPath(newSearch({ adults: '2' })))
  await expectResults(page)
  expect(await sessions()).toEqual([first])
})

test('results are sorted and opened, and the copied link restores the search, the sort order and the open row', async ({
  guestPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const search = newSearch({ adults: '2', return_date: dayIn(210), view: 'list' })
  await page.goto(resultsPath(search))
  await expectResults(page)

  await test.step('sorted by Best, and on request by price, departure or duration', async () => {
    const best = page.getByRole('tab', { name: /^Best/ })
    await expect(best).toHaveAttribute('aria-selected', 'true')
    await expect(best).toContainText(
      (await offers(page)
        .first()
        .getByText(/^\$[\d,.]+$/)
        .textContent()) ?? 'no price',
    )
    await page.getByRole('tab', { name: /^Cheapest/ }).click()
    await expect(page).toHaveURL(/sort=price/)
    await expectAscending(page, prices)

    await page.getByRole('tab', { name: /^Earliest/ }).click()
    await expect(page).toHaveURL(/sort=departure/)
    await expectAscending(page, departures)

    await page.getByRole('tab', { name: /^Fastest/ }).click()
    await expect(page.getByRole('tab', { name: /^Fastest/ })).toHaveAttribute('aria-selected', 'true')
    await expectAscending(page, minutes)
  })

  const [first, second] = [offers(page).nth(0), offers(page).nth(1)]
  await test.step('an open row shows both directions and the parts of the price, and closes when another opens', async () => {
    await first.getByRole('button', { name: /^Show flight details/ }).click()
    await expect(first.getByRole('region', { name: 'Out' })).toBeVisible()
    await expect(first.getByRole('region', { name: 'Back' })).toBeVisible()
    await expect(first.getByText('Total, taxes included')).toBeVisible()
    await expect(first.getByText('for 2 travelers', { exact: true })).toBeVisible()

    const { name, events } = await saveCalendar(page, first.getByRole('button', { name: 'Add to calendar' }))
    expect(name).toMatch(/^flight-[A-Z]{3}-[A-Z]{3}-[\d-]{10}\.ics$/)
    const shown = await shownTimes(first.locator('.segment .when'))
    expectTimes(
      events.flatMap(({ startDate, endDate }) => [startDate, endDate]),
      shown,
    )
    const flightsOut = await first.getByRole('region', { name: 'Out' }).locator('.segment').count()
    const [out, back] = [events[0]?.startDate, events[flightsOut]?.startDate]
    expect([dateAt(search.origin, out), dateAt(search.destination, back)]).toEqual([search.date, search.return_date])

    await second.getByRole('button', { name: /^Show flight details/ }).click()
    await expect(second.getByRole('button', { name: /^Hide flight details/ })).toHaveAttribute('aria-expanded', 'true')
    await expect(first.getByRole('button', { name: /^Show flight details/ })).toHaveAttribute('aria-expanded', 'false')
  })

  await test.step('the link', async () => {
    await second.getByRole('button', { name: 'Copy link' }).click()
    await expect(second.getByRole('button', { name: 'Link copied' })).toBeVisible()
    const url = await page.evaluate(() => navigator.clipboard.readText())
    expect(url).toBe(page.url())
    expect(new URL(url).searchParams.get('sort')).toBe('duration')
    await page.reload()
    await expect(second.getByRole('button', { name: /^Hide flight details/ })).toBeVisible()
    await expect(second).toBeInViewport()
    await expect(page.getByRole('tab', { name: /^Fastest/ })).toHaveAttribute('aria-selected', 'true')
  })
})
