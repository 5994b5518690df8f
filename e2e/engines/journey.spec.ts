import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newStay, staysPath } from '../support/hotels.ts'
import { messagesIn } from '../support/language.ts'
import { newPerson } from '../support/people.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'
import { missingFor } from './engine.ts'
import { startFirefox } from './firefox.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { openWay } from './way.ts'
import { startWebKit } from './webkit.ts'

/** Rows move until then. */
const allFound = `document.querySelector('[role=feed][aria-busy=false] article')`

/** The calendar files that the browser saved. */
const calendarsIn = (home: string): string[] =>
  readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ics'))
    .map((name) => readFileSync(join(home, name), 'utf8'))

/** The texts of the pages in a language, up to their first placeholder. */
const textsIn =
  (language: string) =>
  (namespace: string, key: string): string =>
    messagesIn(language, namespace)[key]?.split('{')[0] ?? ''
const [ja, de] = [textsIn('ja'), textsIn('de')]

async function signUp({ open, fill, press, sees, reads }: Visitor): Promise<void> {
  const { email, password } = newPerson()
  await open('/sign-up')
  await fill('Email', email)
  await fill('Password', password)
  await press('button', 'Create account')
  await sees(`location.pathname === '/'`)
  await open('/account')
  await reads(email)
}

async function chooseLanguage({ press, sees }: Visitor, name: string, tag: string): Promise<void> {
  await press('footer button', name)
  await sees(`document.documentElement.lang === '${tag}'`)
}

async function saveFlight({ open, press, sees, reads }: Visitor, search: string, home: string): Promise<void> {
  await open(search)
  await sees(allFound)
  await press('article button', ja('flights', 'show'))
  await press('article button', ja('results', 'addToCalendar'))
  await reads(ja('results', 'calendarSaved'))
  await expect.poll(() => calendarsIn(home)).toEqual([expect.stringMatching(/^BEGIN:VCALENDAR/)])
  await press('article button', ja('results', 'save'))
  await reads(ja('results', 'savedUnderTrips'))
  await open('/trips')
  await reads(ja('trips', 'searchAgain'))
}

async function openHotel({ open, press, sees, reads }: Visitor): Promise<void> {
  await open(staysPath(newStay()))
  await sees(allFound)
  await press('article button', de('hotels', 'show'))
  await reads(de('results', 'addToCalendar'))
}

async function readKeptPages({ open, sees, reads }: Visitor, search: string, cut: (isCut: boolean) => void) {
  await open(search)
  await sees(`caches.match('/offline/kept.json').then((found) => found.text()).then((kept) => kept.includes('NRT'))`)
  cut(true)
  for (const [path, words] of [
    [search, 'NRT'],
    ['/trips', 'NRT'],
    ['/account', 'travel.aw'],
  ] as const) {
    await open(path)
    await sees(`document.querySelector('html[data-kept-at]')`)
    await reads(words)
  }
  cut(false)
}

for (const { name, start, ...size } of [
  // As narrow as a phone.
  { name: 'Firefox', start: startFirefox, width: 390, height: 844 },
  { name: 'WebKit', start: startWebKit, width: 1280, height: 900 },
] as const) {
  test(`in ${name}, an account, searches in Japanese and German, a calendar file, trips and their copies work without an error of any page`, async ({
    appUrl,
  }, testInfo) => {
    const missing = missingFor(name)
    testInfo.skip(missing !== undefined, missing)
    await using opened = new AsyncDisposableStack()
    const home = mkdtempSync(join(tmpdir(), 'travel-engine-'))
    opened.defer(() => rmSync(home, { recursive: true, force: true }))
    const way = opened.use(await openWay(appUrl))
    const engine = opened.use(await start({ ...size, home }))
    opened.defer(async () => writeFileSync(testInfo.outputPath('end.png'), await engine.picture()))
    const visitor = createVisitor(engine, way.url)
    const search = resultsPath(newSearch({ origin: 'SEA', destination: 'NRT', adults: '1', view: 'list' }))

    await test.step('sign up', () => signUp(visitor))
    await chooseLanguage(visitor, '日本語', 'ja')
    await test.step('flights in Japanese', () => saveFlight(visitor, search, home))
    await chooseLanguage(visitor, 'Deutsch', 'de')
    await test.step('hotels in German', () => openHotel(visitor))
    await test.step('without the site', () => readKeptPages(visitor, search, way.cut))
    await test.step('sign out', async () => {
      await visitor.open('/account')
      await visitor.press('main button', de('account', 'signOut'))
      await visitor.sees(`location.pathname === '/'`)
    })
    expect([...engine.errors, ...way.errors], 'errors').toEqual([])
  })
}
