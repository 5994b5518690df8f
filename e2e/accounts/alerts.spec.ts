import { randomBytes } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import PostalMime from 'postal-mime'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { openMailServer } from '#lib/platform/server/mail/testing/mail-server.ts'
import { addMailJob } from '#lib/travel/server/alerts/mail/mail-jobs.ts'
import { addPushJob } from '#lib/travel/server/alerts/push/push-jobs.ts'
import { createTestBrowser, openPushService, vapidOf } from '#lib/travel/server/alerts/push/testing/push-service.ts'
import { newId } from '#runner/contract/ids.ts'
import { expectNoViolations } from '../support/axe.ts'
import { speak } from '../support/language.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { haveAccount } from '../support/people.ts'
import { deliver, giveSubscription, workerOf } from '../support/push-browser.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

// Both tests share one app, whose start takes longer than either test.
test.describe.configure({ mode: 'serial' })

let mailServer: Awaited<ReturnType<typeof openMailServer>>
let pushService: Awaited<ReturnType<typeof openPushService>>
let app: OwnApp

test.beforeAll(async () => {
  mailServer = await openMailServer()
  pushService = await openPushService({ isSecure: false })
  app = await createOwnApp({
    TRAVEL_SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    OPERATOR_EMAIL: 'operator@example.com',
    TRAVEL_MESSAGE_CHANNEL: 'off',
    TRAVEL_PUSH_HOSTS: 'push.example.com',
    TRAVEL_UPSTREAMS: JSON.stringify({ 'push.example.com': `http://127.0.0.1:${pushService.port}` }),
  })
  await app.start()
})
test.afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await pushService?.[Symbol.asyncDispose]()
  await mailServer?.[Symbol.asyncDispose]()
})

type Person = { readonly email: string }

async function saveSearch(request: APIRequestContext): Promise<void> {
  const search = { kind: 'flights', search: `origin=AMS&destination=AUA&date=${dayIn(90)}` }
  const saved = await request.post(`${app.url}/api/saved-searches`, { headers: { origin: app.url }, data: search })
  expect(saved.status(), await saved.text()).toBe(201)
}

/** Stores an alert for the person's only saved search. */
async function noteAlert(db: DatabaseClient, { email }: Person) {
  const { id: searchId, currency, userId } = await db.savedSearch.findFirstOrThrow({ where: { user: { email } } })
  const alertId = newId('alrt', randomBytes)
  await db.priceAlert.create({ data: { id: alertId, searchId, at: new Date(), amount: 399, currency, data: 'sample' } })
  return { alertId, searchId, userId }
}

/** Stores an alert and queues its e-mail. */
const noteMail = (person: Person) =>
  app.inDatabase(async (db) => {
    const { alertId, userId } = await noteAlert(db, person)
    await db.alertMail.create({ data: { alertId } })
    await addMailJob(db, { alertId, userId })
  })

/** Stores an alert and queues its push message to the person's browser. */
const notePush = (person: Person) =>
  app.inDatabase(async (db) => {
    const noted = await noteAlert(db, person)
    const { id: subscriptionId } = await db.pushSubscription.findFirstOrThrow()
    const push = { alertId: noted.alertId, subscriptionId }
    await db.alertPush.create({ data: push })
    await addPushJob(db, { ...push, userId: noted.userId })
    return noted
  })

/** The link in a mail, without the line breaks of its encoding. */
function linkIn(data: string | undefined, path: string): string {
  const text = (data ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return new RegExp(`http://[\\w.:]+${path}\\?token=[\\w.-]+`).exec(text)?.[0] ?? 'no link'
}

test('a person confirms an address, gets an alert by e-mail, and unsubscribes with one click', async ({
  page,
  browser,
}) => {
  const person = await haveAccount(page.request, 'traveler', app)
  await saveSearch(page.request)

  await page.goto(`${app.url}/trips`)
  await expect(page.getByText(`Alerts show here. To get them by email, confirm ${person.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(`We sent a link to ${person.email}. It works for 24 hours.`)).toBeVisible()
  await expectNoViolations(page)

  // Opening a link needs no session and changes nothing. Confirming works without scripts too.
  const stranger = await browser.newPage({ javaScriptEnabled: false })
  await stranger.goto(linkIn(mailServer.mails[0]?.data, '/confirm-email'))
  const german = await browser.newPage()
  await speak(german, 'de', app.url)
  await german.goto(linkIn(mailServer.mails[0]?.data, '/confirm-email'))
  await expectNoViolations(german)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await stranger.getByRole('button', { name: 'Confirm and get alerts' }).click()
  await expect(stranger.getByRole('status')).toContainText('Confirmed.')
  await stranger.goto(linkIn(mailServer.mails[0]?.data, '/confirm-email'))
  await expect(stranger.getByText('This link does not work')).toBeVisible()
  await german.getByRole('button', { name: 'Bestätigen und Preisalarme bekommen' }).click()
  await expect(german.getByText('Dieser Link funktioniert nicht mehr')).toBeVisible()
  await german.close()
  await stranger.close()
  await page.reload()
  await expect(page.getByText('In the app and by email')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the emails' }).click()
  await page.getByRole('button', { name: 'Get alerts by email' }).click()
  await expect(page.getByText(`Alerts show here and go to ${person.email}.`)).toBeVisible()

  await noteMail(person)
  await expect.poll(() => mailServer.mails.length).toBe(2)
  const mail = mailServer.mails[1]?.data
  const reader = await browser.newPage()
  await reader.goto(linkIn(mail, '/unsubscribe'))
  await expect(reader.getByRole('button', { name: 'Stop the emails' })).toBeVisible()
  await expectNoViolations(reader)
  await reader.close()
  const oneClick = await fetch(linkIn(mail, '/api/unsubscribe'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([oneClick.status, await oneClick.json()]).toEqual([200, { unsubscribed: true }])
  await page.goto(`${app.url}/trips`)
  await expect(page.getByRole('button', { name: 'Get alerts by email' })).toBeVisible()

  // A person who turns on e-mails on a German page gets them in German, until the person chooses another language.
  await speak(page, 'de', app.url)
  await page.reload()
  await page.getByRole('button', { name: 'Preisalarme per E-Mail bekommen' }).click()
  await expect(page.getByText(`Preisalarme erscheinen hier und gehen an ${person.email}.`)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: '日本語' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await noteMail(person)
  await expect.poll(() => mailServer.mails.length).toBe(3)
  expect((await PostalMime.parse(mailServer.mails[2]?.data ?? '')).subject).toMatch(
    /^アムステルダム → オラニエスタッド：料金が.399.*に下がりました$/,
  )
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a price fall reaches the service worker of a browser, whose notification opens the search', async ({
    page,
    context,
  }) => {
    const browser = createTestBrowser()
    await giveSubscription(context, browser.subscription('https://push.example.com/push/1'))
    await context.grantPermissions(['notifications'], { origin: app.url })
    const person = await haveAccount(page.request, 'traveler', app)
    await saveSearch(page.request)

    await page.goto(`${app.url}/trips`)
    const toggle = page.getByRole('switch', { name: 'Notifications in this browser' })
    await expect(toggle).not.toBeChecked()
    await toggle.focus()
    await page.keyboard.press('Space')
    await expect(toggle).toBeChecked()
    await expect(page.getByText('This browser shows a notification when a price falls')).toBeVisible()
    await expectNoViolations(page)
    await page.reload()
    await expect(toggle).toBeChecked()

    const { alertId, searchId } = await notePush(person)
    await expect.poll(() => pushService.messages.length).toBe(1)
    const [message] = pushService.messages
    if (message === undefined) throw new Error('no message')
    const publicKey = await page.evaluate(() => localStorage.getItem('subscribed'))
    expect(vapidOf(message.headers)).toMatchObject({ aud: 'https://push.example.com', publicKey })

    // The page marks its alerts as seen. The notification would end this request, which the browser reports as an error.
    const isSeen = page.waitForResponse(/\/api\/saved-searches\/seen/)
    await page.goto(`${app.url}/trips`)
    await isSeen
    const worker = await workerOf(context)
    await deliver(page, app.url, browser.read(message.body))
    await expect.poll(() => worker.shown()).toMatchObject({ tag: searchId, icon: '/app-icon/192' })
    expect((await worker.shown()).title).toMatch(/^Amsterdam to Oranjestad: the price fell to .*399/)
    await worker.press()
    await page.waitForURL(`${app.url}/trips?alert=${alertId}#${searchId}`)
    await expect(page.locator(`#${searchId}`)).toBeInViewport()

    await toggle.click()
    await expect(toggle).not.toBeChecked()
    await toggle.click()
    await expect(toggle).toBeChecked()
    const count = () => app.inDatabase((db) => db.pushSubscription.count({ where: { session: { revokedAt: null } } }))
    expect(await count()).toBe(1)
    await page.goto(`${app.url}/account`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/account')
    expect(await count()).toBe(0)
  })
})
