import PostalMime from 'postal-mime'
import { addMailJob } from '#lib/alert-mail/mail-jobs.ts'
import { openMailServer } from '#lib/mail/testing/mail-server.ts'
import { expectNoViolations } from '../support/axe.ts'
import { speak } from '../support/language.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { haveAccount } from '../support/people.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

/** The link in a mail, without the line breaks of its encoding. */
function linkIn(data: string | undefined, path: string): string {
  const text = (data ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return new RegExp(`http://[\\w.:]+${path}\\?token=[\\w.-]+`).exec(text)?.[0] ?? 'no link'
}

/** Notes an alert of the only saved search, whose mail is due. */
const noteAlert = (app: OwnApp, mark = 'a') =>
  app.inDatabase(async (db) => {
    const { id: searchId, currency } = await db.savedSearch.findFirstOrThrow()
    const id = `alrt_0123456789bcdefghijkl${mark}`
    await db.priceAlert.create({ data: { id, searchId, at: new Date(), amount: 399, currency, data: 'sample' } })
    await db.alertMail.create({ data: { alertId: id } })
    await addMailJob(db, id)
  })

test('a person confirms an address, gets an alert by e-mail, and ends the mails with one click', async ({
  page,
  browser,
}) => {
  await using server = await openMailServer()
  await using app = await createOwnApp({
    TRAVEL_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    OPERATOR_EMAIL: 'operator@example.com',
    TRAVEL_MESSAGE_CHANNEL: 'off',
  })
  await app.start()
  const person = await haveAccount(page.request, 'traveler', app)
  const saved = await page.request.post(`${app.url}/api/saved-searches`, {
    headers: { origin: app.url },
    data: { kind: 'flights', search: `origin=AMS&destination=AUA&date=${dayIn(90)}` },
  })
  expect(saved.status(), await saved.text()).toBe(201)

  await page.goto(`${app.url}/trips`)
  await expect(page.getByText(`Alerts show here. To get them by e-mail, confirm ${person.email}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText(`We sent a link to ${person.email}. It works for 24 hours.`)).toBeVisible()
  await expectNoViolations(page)

  // A link needs no session, and opening it changes nothing.
  const stranger = await browser.newPage()
  await stranger.goto(linkIn(server.mails[0]?.data, '/confirm-email'))
  const german = await browser.newPage()
  await speak(german, 'de', app.url)
  await german.goto(linkIn(server.mails[0]?.data, '/confirm-email'))
  await expectNoViolations(stranger)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await stranger.getByRole('button', { name: 'Confirm and get alerts' }).click()
  await expect(stranger.getByRole('status')).toContainText('Confirmed.')
  await stranger.reload()
  await expect(stranger.getByText('This link does not work')).toBeVisible()
  await german.getByRole('button', { name: 'Bestätigen und Alarme bekommen' }).click()
  await expect(german.getByText('Dieser Link funktioniert nicht mehr')).toBeVisible()
  await german.close()
  await page.reload()
  await expect(page.getByText('In the app and by e-mail')).toBeVisible()
  await page.getByRole('button', { name: 'Stop the mails' }).click()
  await page.getByRole('button', { name: 'Get alerts by e-mail' }).click()
  await expect(page.getByText(`Alerts show here and go to ${person.email}.`)).toBeVisible()

  await noteAlert(app)
  await expect.poll(() => server.mails.length).toBe(2)
  const mail = server.mails[1]?.data
  await stranger.goto(linkIn(mail, '/unsubscribe'))
  await expect(stranger.getByRole('button', { name: 'Stop the mails' })).toBeVisible()
  await expectNoViolations(stranger)
  const oneClick = await fetch(linkIn(mail, '/api/unsubscribe'), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([oneClick.status, await oneClick.json()]).toEqual([200, { unsubscribed: true }])
  await page.goto(`${app.url}/trips`)
  await expect(page.getByRole('button', { name: 'Get alerts by e-mail' })).toBeVisible()
  await stranger.close()

  // Whoever turns the mails on from a German page gets them in German, until another language is chosen.
  await speak(page, 'de', app.url)
  await page.reload()
  await page.getByRole('button', { name: 'Alarme per E-Mail bekommen' }).click()
  await expect(page.getByText(`Alarme erscheinen hier und gehen an ${person.email}.`)).toBeVisible()
  await page.getByRole('contentinfo').getByRole('button', { name: '日本語' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await noteAlert(app, 'b')
  await expect.poll(() => server.mails.length).toBe(3)
  expect((await PostalMime.parse(server.mails[2]?.data ?? '')).subject).toMatch(
    /^Amsterdam→Oranjestad：料金が.399.*に下がりました$/,
  )
})
