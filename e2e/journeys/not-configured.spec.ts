import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePmtiles } from '#lib/travel/server/map-tiles/testing/make-pmtiles.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { newStay, staysPath } from '../support/hotels.ts'
import { startLiveProviders } from '../support/live-providers.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { haveAccount } from '../support/people.ts'
import { hotelResults, offers, stateTitle } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

// The tests share one app, whose start takes longer than any of them.
test.describe.configure({ mode: 'serial' })

const atOnce = async () => {}
let providers: Awaited<ReturnType<typeof startLiveProviders>>
let app: OwnApp
const folder = mkdtempSync(join(tmpdir(), 'own-tiles-'))
const tiles = join(folder, 'world.pmtiles')

test.beforeAll(async () => {
  providers = await startLiveProviders(createPlaces(), { amadeus: atOnce, duffel: atOnce })
  writeFileSync(tiles, makePmtiles('<a href="https://example.com">© Example maps</a>'))
  const keyless = { AMADEUS_API_KEY: '', AMADEUS_API_SECRET: '' }
  app = await createOwnApp({ ...providers.env, ...keyless, TRAVEL_MAP_TILES: tiles })
  await app.start()
})
test.afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await providers?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

test('a skill without credentials is not asked and causes no error, and the operator sees what is missing', async ({
  page,
}) => {
  const status = page.getByRole('status').first()
  await test.step('only the provider with a key is asked for flights, and nothing mentions the other', async () => {
    await page.goto(app.url + resultsPath(newSearch()))
    await expect(status).toHaveText(/^\d+ flights? from Duffel$/)
    await expect(offers(page).first()).toContainText('Duffel')
    await expect(page.getByRole('main')).not.toContainText('Amadeus')
    const asked = await app.inDatabase((db) => db.execution.groupBy({ by: ['skill'] }))
    expect(asked.map(({ skill }) => skill).filter((skill) => skill.startsWith('flight'))).toEqual([
      'flight-search-duffel',
    ])
  })

  await test.step('without a provider of hotels, the page says so and offers no retry', async () => {
    await page.goto(app.url + staysPath(newStay()))
    await expect(stateTitle(page, 'No provider of hotels is set up yet')).toBeVisible()
    await expect(status).toHaveText('No source is set up')
    await expect(hotelResults(page)).toContainText('The operator of this app can add the key of a provider of hotels.')
    await expect(hotelResults(page).getByRole('button')).toHaveCount(0)
    await expectFit(page, 'the state')
    await expectNoViolations(page, { colorsOf: hotelResults(page) })
  })

  await test.step('the console lists for the operator what is missing', async () => {
    await haveAccount(page.request, 'operator', app)
    await page.goto(`${app.url}/console/skills`)
    const listed = page.getByRole('region', { name: 'Providers' }).getByRole('listitem')
    const provider = (skill: string) => listed.filter({ has: page.getByText(skill, { exact: true }) })
    await expect(provider('flight-search-duffel')).toContainText('Configured')
    const lacking = {
      'flight-search': 'AMADEUS_API_KEY',
      'hotel-search': 'AMADEUS_API_KEY',
      'hotel-search-liteapi': 'LITEAPI_KEY',
    }
    for (const [skill, secret] of Object.entries(lacking)) {
      await expect(provider(skill)).toContainText('Not configured')
      await expect(provider(skill)).toContainText(`${secret} is not set`)
      await expect(provider(skill).getByRole('link', { name: /^Add a credential/ })).toBeVisible()
    }
    await expectFit(page, 'the list of providers')
  })
})

test('the map draws the tiles of the operator’s file and names their source; no other server is asked', async ({
  page,
}) => {
  const others: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(app.url) && /^https?:/.test(request.url())) others.push(request.url())
  })
  const tile = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/map-tiles/0/0/0')
  await page.goto(app.url + staysPath(newStay()))
  expect((await tile).status()).toBe(200)
  const map = page.getByRole('region', { name: 'Map of the hotels' })
  await expect(map.locator('canvas')).toBeVisible()
  await expect(map.getByText('© Example maps')).toBeVisible()
  expect(others).toEqual([])
})
