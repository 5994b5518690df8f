import { readFile } from 'node:fs/promises'
import { expectNoViolations } from '../support/axe.ts'
import { withDatabase } from '../support/database.ts'
import { newPerson, signUp } from '../support/people.ts'
import { expectResults } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('the account page lists searches, changes the password and deletes the account', async ({ page }) => {
  const person = newPerson()
  await signUp(page, person)
  await page.goto(resultsPath(newSearch({ origin: 'AMS', destination: 'AUA' })))
  await expectResults(page)
  // The app records a search while it answers, so the page may open before the record is written.
  await expect(async () => {
    await page.goto('/account')
    const searches = page.getByText(/^Flights from Amsterdam to Oranjestad, \w{3} \d/)
    await expect(searches.first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  // The browser’s time zone is Los Angeles (UTC−8 or UTC−7).
  const moments = page.getByRole('main').getByRole('time')
  const [first] = await moments.all()
  const iso = (await first?.getAttribute('datetime')) ?? ''
  const local = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'America/Los_Angeles' })
  await expect(moments.first()).toHaveText(new RegExp(`, ${local.format(new Date(iso)).replace(/\s/, '\\s')}$`))
  await expect(moments.filter({ hasText: 'UTC' })).toHaveCount(0)
  await expectNoViolations(page)

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/\.json$/)
  expect(await readFile(await download.path(), 'utf8')).toContain(JSON.stringify(person.email))

  const change = page.getByRole('region', { name: 'Password' })
  await change.getByLabel('Current password').fill('a guess of mine')
  await change.getByLabel('New password').fill('another quiet harbour')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(change.getByText('This is not your password.')).toBeVisible()
  await change.getByLabel('Current password').fill(person.password)
  await change.getByLabel('New password').fill('another quiet harbour')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expect(change.getByRole('status')).toHaveText(/^Your password is changed\./)
  await expect(change.getByLabel('New password')).toHaveValue('')

  await page.getByText('Delete my account and data').click()
  const leave = page.getByRole('region', { name: 'Delete your data' })
  await leave.getByLabel('Password').fill('another quiet harbour')
  await leave.getByRole('button', { name: 'Delete everything' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/account')
  await expect(page).toHaveURL('/sign-in?next=/account')
  const { email } = person
  expect(await withDatabase((db) => db.user.count({ where: { email } }))).toBe(0)
})
