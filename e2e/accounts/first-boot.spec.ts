import { askForProfile } from '../support/agents.ts'
import { becomeFirstOperator } from '../support/operator.ts'
import { createOwnApp } from '../support/own-app.ts'
import { expect, test } from '../support/test.ts'

test('a new instance leads its operator from the printed token to the first script', async ({ browser }) => {
  await using app = await createOwnApp()
  await app.start()
  const context = await browser.newContext({ baseURL: app.url })
  const page = await context.newPage()
  await becomeFirstOperator(page, app.printed())

  await page.goto('/console')
  const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
  await steps.nth(0).getByRole('link').click()
  const form = page.getByRole('region', { name: 'Add credential' })
  await form.getByLabel('Name', { exact: true }).fill('REPORTS_API_KEY')
  await form.getByLabel('Token', { exact: true }).fill('a-secret-of-some-length')
  await form.getByLabel('Hosts it may go to').fill('api.example.com')
  await form.getByRole('button', { name: 'Add credential' }).click()
  await expect(page.getByText('REPORTS_API_KEY was added.')).toBeVisible()

  await page.goto('/console')
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  const keys = [{ name: 'REPORTS_API_KEY', description: 'Reads reports' }]
  const data = { description: 'First reports', keys, hosts: ['api.example.com'] }
  const agent = (await browser.newContext({ baseURL: app.url })).request
  const profile_id = await askForProfile(agent, data)
  await steps.nth(1).getByRole('link').click()
  await expect(page.getByRole('link', { name: '“First reports”' })).toBeVisible()

  await page.goto('/console')
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  await steps.nth(2).getByRole('link').click()
  await page.getByRole('link', { name: '“First reports”' }).click()
  await page.getByRole('button', { name: 'Lock profile' }).click()
  await expect(page.getByText('The profile is locked. Its agent can run scripts now.')).toBeVisible()
  const sent = await agent.post('/execute', { data: { profile_id, script: 'set_result(1)', language: 'javascript' } })
  expect(sent.status(), await sent.text()).toBe(202)

  await page.goto('/console')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(page.getByText('Queue depth now')).toBeVisible()
  await expect(steps).toHaveCount(0)
  await context.close()
})
