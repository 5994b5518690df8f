import { randomInt } from 'node:crypto'
import { askForProfile, fromHere } from '../support/agents.ts'
import { open } from '../support/open.ts'
import { haveAccount, haveFreshSignIn } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('an operator adds a credential, fills in a profile, locks it, copies its id and applies a proposal', async ({
  page,
  context,
  request,
}) => {
  const number = randomInt(1_000_000)
  const [stored, wanted] = [`REPORTS_KEY_${number}`, `QUOTES_LOGIN_${number}`]
  const values = [`first-secret-value-${number}`, `second-secret-value-${number}`]
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/console')) answers.push(response.text().catch(() => ''))
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const operator = await haveAccount(page.request, 'operator')

  const adder = page.getByRole('button', { name: 'Add credential' }).first()
  await open(page, '/console/credentials', adder)
  await adder.click()
  const form = page.getByRole('region', { name: 'Add credential' })
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused()
  await form.getByLabel('Name', { exact: true }).fill(stored)
  await form.getByLabel('Token', { exact: true }).fill(values[0] ?? '')
  await form.getByRole('button', { name: 'Add credential' }).click()
  await expect(form.getByText('Must name at least one host')).toBeVisible()
  await form.getByLabel('Hosts it may go to').fill('api.example.com')
  await form.getByRole('button', { name: 'Add credential' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${stored} was added.` })).toBeVisible()
  await expect(adder).toBeFocused()

  const token = await askForProfile(request, {
    description: `Compares <b>open quotes</b> ${number}`,
    keys: [
      { name: stored, description: 'Reads reports' },
      { name: wanted, description: 'Reads quotes' },
    ],
    hosts: ['api.example.com'],
  })

  await page.goto('/console/profiles')
  await page.getByRole('link', { name: `“Compares <b>open quotes</b> ${number}”` }).click()
  await expect(page.getByRole('figure')).toContainText(`<b>open quotes</b> ${number}`)
  const lock = page.getByRole('button', { name: 'Lock profile' })
  await expect(lock).toBeDisabled()
  await page.getByRole('button', { name: `Fill in ${wanted}` }).click()
  const value = page.getByRole('form', { name: `Value of ${wanted}` })
  await expect(value.getByLabel('Token', { exact: true })).toBeFocused()
  await value.getByRole('radio', { name: 'Basic' }).check()
  await value.getByLabel('User name').fill('reader')
  await value.getByLabel('Password', { exact: true }).fill(values[1] ?? '')
  await value.getByRole('button', { name: 'Save value' }).click()
  await expect(page.getByText(`${wanted} has a value now.`)).toBeVisible()
  await lock.click()
  await expect(page.getByText('The profile is locked. Its agent can run scripts now.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Locked')

  await haveFreshSignIn(operator)
  await page.getByRole('button', { name: 'Copy id' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  expect(await page.content()).not.toContain(token)

  await request.post(`/profiles/${token}/proposals`, {
    headers: fromHere,
    data: { host: 'rates.example.com', description: 'Two clients asked for rates.' },
  })
  await page.reload()
  await page.getByRole('button', { name: 'Apply as version 2: Contact rates.example.com' }).click()
  await expect(page.getByText('Contact rates.example.com: applied.')).toBeVisible()
  const after = await (await request.get(`/profiles/${token}`, { headers: fromHere })).json()
  expect(after).toMatchObject({ locked: true, version: 2, hosts: ['api.example.com', 'rates.example.com'] })

  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Revoke', exact: true })).toBeFocused()

  await page.goto('/console/credentials')
  await page.getByRole('button', { name: `Edit ${stored}` }).click()
  await expect(page.getByText('1 profile will lose it.')).toBeVisible()
  const remove = page.getByRole('button', { name: 'Delete credential' })
  await expect(remove).toBeDisabled()
  await page.getByLabel('Type the name to delete it. You cannot undo this.').fill(stored)
  await remove.click()
  await expect(page.getByText(`${stored} was deleted.`)).toBeVisible()
  const seen = (await Promise.all(answers)).join('\n')
  for (const secret of values) expect(seen).not.toContain(secret)
})
