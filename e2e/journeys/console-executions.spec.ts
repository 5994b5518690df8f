import { askForProfile, fromHere, lockProfile } from '../support/agents.ts'
import { expectNoViolations } from '../support/axe.ts'
import { haveAccount } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const script = `print('first line')
const summary = await llm.complete('Sum up the week')
print(summary)
await fetch('https://elsewhere.example.com/')
set_result(1)`

test('an operator follows a script from its pause to a refused call, replays it, and cancels another one', async ({
  page,
  request,
}) => {
  await haveAccount(page.request, 'operator')
  const description = `Follows ${Math.random().toString(36).slice(2)}`
  const token = await askForProfile(request, { description, keys: [], hosts: ['api.example.com'] })
  await lockProfile(page, description)

  /** Starts the script and returns its secret id, once it waits for the model. */
  const pause = async (): Promise<string> => {
    const sent = await request.post('/execute', { headers: fromHere, data: { profile_id: token, script } })
    expect(sent.status()).toBe(202)
    const { execution_id: secret } = await sent.json()
    await request.get(`/executions/${secret}?wait=20`, { headers: fromHere })
    return secret
  }
  const secret = await pause()

  await page.clock.install()
  await page.goto('/console/executions')
  await page.getByLabel('Profile').selectOption({ label: description })
  const table = page.getByRole('table')
  await expect(page).toHaveURL(/profile=/)
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table.getByText('Waiting for an LLM')).toBeVisible()
  await expectNoViolations(page)
  await table.getByRole('link', { name: 'exec_' }).click()
  await expect(page.getByText('Sum up the week', { exact: true })).toBeVisible()
  await expect(page.getByText('There is no response yet.')).toBeVisible()

  await request.post(`/executions/${secret}/respond`, { headers: fromHere, data: { response: 'It was quiet' } })
  // The page asks every few seconds while the script waits. Skips these seconds.
  await expect(async () => {
    await page.clock.fastForward(5000)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Host refused', { timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Refused, nothing was sent to the refused address')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Printed' })).toContainText('It was quiet')
  expect(await page.content()).not.toContain(secret)
  await page.getByRole('button', { name: 'Replay' }).click()
  await expect(page.getByText(/The replay gave the same output after 4 host calls/)).toBeVisible()
  await expectNoViolations(page)

  await page.goBack()
  await expect(page.getByLabel('Profile')).not.toHaveValue('')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/console/executions')

  await test.step('a script that is waiting for its model', async () => {
    await pause()
    await page.goto('/console')
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: 'Executions', exact: true }).first()).toBeVisible()
    await expectNoViolations(page)
    await page.goto('/console/executions?state=waiting')
    await page.getByLabel('Profile').selectOption({ label: description })
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
    await page.getByRole('table').getByRole('link', { name: 'exec_' }).click()
    await page.getByRole('button', { name: 'End it' }).click()
    await page.getByRole('button', { name: 'End execution' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Cancelled')
    await expect(page.getByRole('button', { name: 'End it' })).toHaveCount(0)
  })
})
