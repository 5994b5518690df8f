import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultRatePolicies } from '#lib/platform/server/http/rate-limit.ts'
import { fakeHost } from '#lib/platform/server/tunnel/testing/fake-options.ts'
import { writeFakePrograms } from '#lib/platform/server/tunnel/testing/fake-programs.ts'
import { makePmtiles } from '#lib/travel/server/map-tiles/testing/make-pmtiles.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { newStay, staysPath } from '../support/hotels.ts'
import { startLiveProviders } from '../support/live-providers.ts'
import { expectHydrated } from '../support/open.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { haveAccount, haveFreshSignIn, newPerson, sendSignIn, signUp } from '../support/people.ts'
import { sendRaw } from '../support/raw-http.ts'
import { hotelResults, offers, stateTitle } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

// The tests share one app, whose start takes longer than any of them. No test of another file writes to its log.
test.describe.configure({ mode: 'serial' })

const atOnce = async () => {}
let providers: Awaited<ReturnType<typeof startLiveProviders>>
let app: OwnApp
let tunnelPort: number
let programs: ReturnType<typeof writeFakePrograms>
const folder = mkdtempSync(join(tmpdir(), 'own-tiles-'))
const tiles = join(folder, 'world.pmtiles')

test.beforeAll(async () => {
  providers = await startLiveProviders(createPlaces(), { amadeus: atOnce, duffel: atOnce })
  writeFileSync(tiles, makePmtiles('<a href="https://example.com">© Example maps</a>'))
  const keyless = { AMADEUS_API_KEY: '', AMADEUS_API_SECRET: '' }
  tunnelPort = await findFreePort()
  programs = writeFakePrograms(join(folder, 'bin'), ['cloudflared', 'bore'], { port: tunnelPort, isSecure: true })
  // An app without a public URL, which a tunnel gives it.
  const open = { NEXTAUTH_URL: '', PATH: `${programs.path}:${process.env.PATH}` }
  app = await createOwnApp({ ...providers.env, ...keyless, ...open, TRAVEL_MAP_TILES: tiles })
  await app.start()
})
test.afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await providers?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true })
})

const record = '{"level":"error","msg":"written by a stranger"}'
const marker = 'written by a stranger'

/** The ids of the app's server actions, which every page reveals. */
function actionIds(): string[] {
  return Object.keys(JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8')).node)
}

const multipart = 'Content-Type: multipart/form-data; boundary=--of-a-browser'
const parts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `----of-a-browser\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}----of-a-browser--\r\n`

const post = (body: string, ...headers: string[]) =>
  `POST /sign-in HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`

test('malformed requests to pages and server actions are client errors and leave nothing in the log', async () => {
  const ids = actionIds()
  expect(ids.length).toBeGreaterThan(3)
  const unknown = '60'.padEnd(42, 'a')

  const cases: [statuses: number[], bytes: string][] = [
    [[404], get(`/_next/image?url=/x%0a${encodeURIComponent(record)}&w=64&q=75`)],
    [[404], get('/_next/image?url=%2Ficon.svg&w=64&q=75')],
    [[400], get('/sign-in', 'RSC: 1', 'Next-Router-State-Tree: garbage')],
    [[400], get('/sign-in', 'RSC: 1', 'Next-Router-State-Tree: %5B%5D')],
    [[400], post('[]', `Next-Action: \u009b31m${marker}`)],
    [[400], post('[]', `Next-Action: \u009b31m${'a'.repeat(38)}`)],
    [[400], post('[]', 'Next-Action: __proto__')],
    [[409], post('[]', `Next-Action: ${unknown}`)],
    [[400], post(parts({ a: marker }), multipart)],
    [[400], post(parts({ $ACTION_REF_1: '', '$ACTION_1:0': marker }), multipart)],
    [[409], post(parts({ [`$ACTION_ID_${unknown}`]: '' }), multipart)],
    [[404], get(`/nothing%0a${encodeURIComponent(record)}`)],
  ]
  const bodies = [marker, '', '{}', 'null', '["$F1"]', '["$h1"]', '["$1:a"]', `[${'1,'.repeat(1_500)}1]`]
  for (const [at, id] of ids.entries()) {
    // Sends each body to every fourth action only, because of the rate limit per address.
    for (const body of bodies.filter((_, index) => (index + at) % 4 === 0)) {
      cases.push([[400], post(body, `Next-Action: ${id}`, 'Content-Type: text/plain')])
    }
    cases.push([[400], post(parts({ 0: '["$K1"]', 1: marker }), `Next-Action: ${id}`, multipart)])
    cases.push([[400], post(parts({ _1_email: marker }), `Next-Action: ${id}`, multipart)])
    const bound = { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}`, '$ACTION_1:1': marker }
    cases.push([[400], post(parts(bound), multipart)])
    // A well-formed call with wrong arguments, from a caller that claims to be the app's own page.
    const own = ['Sec-Fetch-Site: same-origin', `Next-Action: ${id}`, 'Content-Type: text/plain']
    cases.push([[200, 303], post(at % 2 === 0 ? '[1,2]' : '[]', ...own)])
  }
  // Next sends a well-formed call on to the page of the action, so that it counts twice.
  const actions = cases.filter(([, bytes]) => bytes.startsWith('POST')).length + ids.length
  expect(actions, 'stays within the rate limit of one address').toBeLessThan(defaultRatePolicies.action.points)

  const before = app.printed().length
  for (const [statuses, bytes] of cases) {
    const answer = await sendRaw(app.url, bytes)
    expect(statuses, bytes).toContain(answer.statuses[0])
  }
  // A further response shows that the output of the last case has arrived.
  expect((await sendRaw(app.url, get('/health'))).statuses).toEqual([200])
  expect(app.printed().slice(before).trim()).toBe('')

  // More requests than two windows admit, at once: on a busy machine, they may not all arrive in one window.
  const excess = Array.from({ length: 2 * defaultRatePolicies.action.points + 1 }, () =>
    sendRaw(app.url, post('[]', `Next-Action: ${unknown}`)),
  )
  const refused = (await Promise.all(excess)).filter(({ statuses }) => statuses[0] === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { text } of refused) expect(text.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/)
  expect((await sendRaw(app.url, get('/sign-in'))).statuses).toEqual([200])
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

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a tunnel gives the app a public address with a password, and ends with its program and with the app', async ({
  playwright,
  browser,
  launchOptions,
}) => {
  const rule = `--host-resolver-rules=MAP ${fakeHost} 127.0.0.1:${tunnelPort}`
  await using outside = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), rule],
  })
  await using context = await browser.newContext({ baseURL: app.url })
  const page = await context.newPage()
  const person = newPerson()
  await signUp(page, person)
  await app.inDatabase((db) => db.user.update({ where: { email: person.email }, data: { role: 'operator' } }))
  const box = page.getByRole('region', { name: 'Tunnel' })
  const openWith = async (name: string) => {
    await haveFreshSignIn(person, app)
    await box.getByRole('button', { name }).click()
    const address = box.getByRole('link', { name: `https://${fakeHost}` })
    await expect(address).toBeVisible()
    return (await box.getByRole('definition').nth(1).textContent()) ?? ''
  }

  await page.goto('/console/system')
  await expect(box).toContainText('bore is installed, and not offered')
  const password = await openWith('Open with cloudflared')
  await expectFit(page, 'the open tunnel')
  await expectNoViolations(page, { colorsOf: box })

  await test.step('without the password, a visitor sees nothing', async () => {
    const visitor = await outside.newPage({ ignoreHTTPSErrors: true })
    const refused = await visitor.goto(`https://${fakeHost}/sign-in`)
    expect(refused?.status()).toBe(401)
    await visitor.close()
  })

  await test.step('with it, one signs in with the form, for this tunnel alone', async () => {
    await using inTunnel = await outside.newContext({
      ...{ baseURL: `https://${fakeHost}`, ignoreHTTPSErrors: true },
      httpCredentials: { username: 'any', password },
    })
    const visitor = await inTunnel.newPage()
    await visitor.goto('/sign-in?next=/account')
    await expectHydrated(visitor.getByRole('button', { name: 'Sign in', exact: true }))
    const action = visitor.waitForRequest((request) => request.method() === 'POST')
    await sendSignIn(visitor, person)
    expect((await action).headers()).toHaveProperty('next-action')
    // The action leads to a page that the app requests from itself, and that only a signed-in person sees.
    await expect(visitor).toHaveURL(`https://${fakeHost}/account`)
    await expect(visitor.getByRole('main')).toContainText(person.email)
    const [cookie] = (await inTunnel.cookies()).filter(({ name }) => name.endsWith('session-token'))
    expect(cookie).toMatchObject({ name: '__Host-next-auth.session-token', secure: true })
    const elsewhere = await playwright.request.newContext({ baseURL: app.url })
    for (const name of ['next-auth.session-token', '__Host-next-auth.session-token']) {
      const headers = { cookie: `${name}=${cookie?.value}` }
      expect(await (await elsewhere.get('/api/auth/session', { headers })).json()).toEqual({})
    }
    await elsewhere.dispose()

    const [document, mcp, session, providers] = await visitor.evaluate(async () => [
      await (await fetch('/skill.md')).text(),
      (await fetch('/mcp', { method: 'POST', body: '{}' })).status,
      await (await fetch('/api/auth/session')).json(),
      await (await fetch('/api/auth/providers')).json(),
    ])
    expect(session).toMatchObject({ user: { email: person.email, role: 'operator' } })
    expect(providers.password.callbackUrl).toBe(`https://${fakeHost}/api/auth/callback/password`)
    expect(document).toContain(`POST https://${fakeHost}/profiles`)
    expect(document).toContain('x-setup-code')
    expect(mcp, 'the host is accepted, and the key is missing').toBe(401)
    const results = await visitor.evaluate(async (path) => (await fetch(path)).text(), resultsPath(newSearch()))
    expect(results).toContain(`content="https://${fakeHost}/api/share/flights?`)
    await visitor.goto('about:blank')
  })

  await test.step('a killed program is shown, and starts again', async () => {
    const pid = programs.seen('cloudflared')?.pid
    expect(pid).toBeGreaterThan(1)
    process.kill(Number(pid), 'SIGKILL')
    await expect(box.getByRole('alert')).toContainText('cloudflared has ended by itself')
    expect(await openWith('Open again with cloudflared')).not.toBe(password)
  })

  await test.step('the next start of a killed app ends the program that it left', async () => {
    const pid = Number(programs.seen('cloudflared')?.pid)
    await page.goto('about:blank')
    await app.crash()
    expect(isAlive(pid)).toBe(true)
    await app.start()
    // Of an ended process, the system keeps the id until its new parent asks for its end.
    await expect.poll(() => isAlive(pid)).toBe(false)
  })
  expect(programs.seen('bore')).toBeUndefined()
})
