import { askForProfile, fromHere, lockProfile } from '../support/agents.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { keepBackups } from '../support/kept-backups.ts'
import { open } from '../support/open.ts'
import { haveAccount, haveFreshSignIn } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test.use({ expectedErrors: [/status of (400 .*state=nonsense|403 .*key-ring)/] })

test('axe finds nothing on the console pages, and nothing scrolls sideways or is cut, even with the longest texts, on a desktop or a phone', async ({
  page,
  request,
  appUrl,
}) => {
  await haveAccount(page.request, 'operator')
  // The longest name and the longest description, which no space lets a phone break.
  const key = `AXE_KEY_${Math.random().toString(36).slice(2).toUpperCase()}_OF_THE_REPORTS`.padEnd(62, '_READ')
  const described = (what: string) => `${what}${key}`.padEnd(500, 'Gruppenangebote')
  const description = described('Looks')
  const keys = [{ name: key, description }]
  const hosts = [`${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`]
  await askForProfile(request, { description, keys, hosts })
  const ran = described('Ran')
  const token = await askForProfile(request, { description: ran, keys: [], hosts })
  await lockProfile(page, ran)
  const script = `throw new Error('${'x'.repeat(400)}')`
  const sent = await request.post('/execute', { headers: fromHere, data: { profile_id: token, script } })
  const { execution_id: secret } = await sent.json()
  await request.get(`/executions/${secret}?wait=20`, { headers: fromHere })
  await page.request.post('/api/console/credentials', {
    headers: { origin: appUrl },
    data: { name: `${key}_2`, use: { kind: 'bearer' }, hosts, value: 'a-long-secret-value' },
  })

  const expectWhole = (what: string) => expectFit(page, what, '.console-scroll')
  const open = async (path: string, ready: string | RegExp) => {
    await page.goto(path)
    await expect(page.getByText(ready).filter({ visible: true }).first()).toBeVisible()
    await expectWhole(path)
  }
  const check = async (path: string, ready: string | RegExp) => {
    await open(path, ready)
    await expectNoViolations(page)
  }
  await check('/console', 'Queue depth now')
  await check('/console/executions', 'Threw an error')
  await page.getByRole('link', { name: 'exec_' }).first().click()
  await expect(page.getByRole('region', { name: 'Journal' })).toBeVisible()
  await expectWhole('an execution')
  await open('/console/executions?state=nonsense', 'Clear filters')
  await check('/console/skills', 'flight-search')
  await check('/console/skills/flight-search', 'What it asks for')
  await open('/console/credentials', 'Rotate key')
  await page.getByRole('button', { name: 'Add credential' }).first().click()
  await page.getByRole('button', { name: `Edit ${key}_2` }).click()
  await expect(page.getByRole('button', { name: 'Delete credential' })).toBeVisible()
  await expectWhole('an open credential')
  await expectNoViolations(page)
  await check('/console/people', 'Tokens for scripts')
  await page
    .getByRole('button', { name: /^Manage/ })
    .first()
    .click()
  await expect(page.getByText('Valid sessions').first()).toBeVisible()
  await page.getByRole('button', { name: 'Make a token' }).click()
  await expectFit(page, 'an open account')
  await expectNoViolations(page)
  await open('/console/agents', /No agent has a key yet|Last used/)
  await page.getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByRole('checkbox', { name: /All skills/ })).toBeVisible()
  await expectWhole('an open form of a key')
  await expectNoViolations(page)
  await check('/console/messages', /No skill has left a message yet|not delivered|Every message/)
  // Filters by subject, because the newest rows may all come from other tests.
  await check(`/console/audit?subject=${key}_2`, 'Credential created')
  await check('/console/backups', 'Keep the last')
  await check('/console/profiles', description)
  await page.getByRole('link', { name: `“${description}”` }).click()
  await expect(page.getByRole('button', { name: 'Lock profile' })).toBeVisible()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expectWhole('a profile')
  await expectNoViolations(page)
})

test('an operator adds a key to a profile, rotates the vault key, and finds both in the audit log', async ({
  page,
  request,
}) => {
  const operator = await haveAccount(page.request, 'operator')
  const key = `ADDED_KEY_${Math.random().toString(36).slice(2).toUpperCase()}`
  const token = await askForProfile(request, { description: `Needs ${key}`, keys: [], hosts: ['api.example.com'] })
  await page.goto('/console/profiles')
  await page.getByRole('link', { name: `“Needs ${key}”` }).click()
  const form = page.getByRole('form', { name: 'Add a key' })
  await form.getByLabel('Another key').fill('lower case')
  await form.getByRole('button', { name: 'Add key' }).click()
  await expect(form.getByLabel('Another key')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Another key').fill(key)
  await form.getByLabel('What it is for').fill('For the quotes')
  await form.getByRole('button', { name: 'Add key' }).click()
  await expect(page.getByText(`${key} was added to the profile.`)).toBeVisible()
  await expect(page.getByRole('listitem', { name: key })).toContainText('Added by an operator: “For the quotes”')
  expect((await (await request.get(`/profiles/${token}`, { headers: fromHere })).json()).keys).toMatchObject([
    { name: key, value_exists: false },
  ])

  await page.goto('/console/credentials')
  const ring = page.getByRole('region', { name: 'Key ring' })
  const fingerprint = await ring.getByRole('definition').first().textContent()
  await ring.getByRole('button', { name: 'Rotate key' }).click()
  const rotate = ring.getByRole('group').getByRole('button', { name: 'Rotate key' })
  await rotate.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByRole('button', { name: 'Continue with Example identity' })).toBeVisible()
  await expectFit(page, 'the fresh sign-in')
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(rotate).toBeFocused()
  await haveFreshSignIn(operator)
  await rotate.click()
  await expect(ring.getByRole('definition').first()).not.toHaveText(fingerprint ?? '')
  await expect(ring.getByRole('button', { name: 'Rotate key' })).toBeEnabled()
  await expect(ring.getByText(/, by operator traveler-/)).toBeVisible()

  await page.goto('/console/audit?about=vault')
  await expect(page.getByRole('row', { name: /Vault key rotated/ }).first()).toBeVisible()
  await page.getByLabel('About').selectOption('Profiles')
  await expect(page.getByRole('row', { name: /Profile changed/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/console/audit')
})

test('an operator makes a profile, exports it, finds it unchanged in the file, deletes it, and downloads a kept backup', async ({
  page,
}) => {
  const operator = await haveAccount(page.request, 'operator')
  const description = `Moves ${Math.random().toString(36).slice(2)}`
  const adder = page.getByRole('button', { name: 'New profile' })
  await open(page, '/console/profiles', adder)
  await adder.click()
  const maker = page.getByRole('form', { name: 'New profile' })
  await maker.getByRole('button', { name: 'Create profile' }).click()
  await expect(maker.getByText('Must say what it is for')).toBeVisible()
  await maker.getByLabel('Template').selectOption('Exchange rates without a key')
  await maker.getByLabel('What it is for').fill(description)
  await maker.getByLabel('Hosts that it may reach').fill('api.example.com')
  await expectFit(page, 'the form of a new profile')
  await expectNoViolations(page)
  await maker.getByRole('button', { name: 'Create profile' }).click()
  await expect(page.getByRole('figure')).toHaveText(`In the operator’s words${description}`)
  for (const host of ['api.frankfurter.dev', 'api.example.com']) {
    await expect(page.getByRole('button', { name: `Remove ${host}` })).toBeVisible()
  }
  const profile = page.url()

  await page.goto('/console/backups')
  const form = page.getByRole('form', { name: 'Export' })
  await form.getByText('Chosen ones').click()
  await form.getByRole('checkbox', { name: description }).check()
  const passphrase = 'six words that nobody else knows'
  for (const name of ['Passphrase', 'Again']) await form.getByLabel(name, { exact: true }).fill(passphrase)
  await haveFreshSignIn(operator)
  const exported = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Export' }).click()
  const file = await exported
  expect(file.suggestedFilename()).toMatch(/^travel-\d{4}-\d{2}-\d{2}\.airlock$/)
  await expect(form.getByLabel('Passphrase', { exact: true })).toHaveValue('')

  await haveFreshSignIn(operator)
  await page.getByLabel('File to import').setInputFiles(await file.path())
  await page.getByLabel('Passphrase of the file', { exact: true }).fill(passphrase)
  await haveFreshSignIn(operator)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByText('0 new, 1 equal')).toBeVisible()
  await expectFit(page, 'the preview of an import')
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Nothing was imported.')).toBeVisible()

  await page.goto(profile)
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke profile' }).click()
  const deletion = page.getByRole('form', { name: 'Delete' })
  const word = deletion.getByRole('textbox')
  await word.fill((await word.getAttribute('placeholder')) ?? '')
  await haveFreshSignIn(operator)
  await deletion.getByRole('button', { name: 'Delete profile' }).click()
  await expect(page).toHaveURL('/console/profiles')
  await expect(page.getByText(description)).toHaveCount(0)

  const kept = await keepBackups(1_000)
  await page.goto('/console/backups')
  await haveFreshSignIn(operator)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${kept}` }).click()
  expect((await downloaded).suggestedFilename()).toBe(kept)
})
