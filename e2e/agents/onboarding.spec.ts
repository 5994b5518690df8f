import { createServer, type Server } from 'node:http'
import type { Page } from '@playwright/test'
import { askForProfile } from '../support/agents.ts'
import { becomeFirstOperator } from '../support/operator.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { expect, test } from '../support/test.ts'
import { Agent } from './agent.ts'

const host = 'api.example.com'
const value = 'the-value-that-no-agent-sees'

/** An API that records the Authorization header of each request. */
async function startApi(): Promise<{ server: Server; url: string; seen: (string | undefined)[] }> {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.end(`sales of ${request.headers.authorization ?? 'nobody'}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The API has no address')
  return { server, url: `http://127.0.0.1:${address.port}`, seen }
}

test.describe.configure({ mode: 'serial' })

let api: Awaited<ReturnType<typeof startApi>>
let app: OwnApp
let operator: Page

test.beforeAll(async ({ browser }) => {
  api = await startApi()
  app = await createOwnApp({
    TRAVEL_CONTAINER_RUNTIME: 'off',
    TRAVEL_TRUST_PROXY: '0',
    TRAVEL_UPSTREAMS: JSON.stringify({ [host]: { url: api.url, data: 'test' } }),
  })
  await app.start()
  operator = await (await browser.newContext({ baseURL: app.url })).newPage()
  await becomeFirstOperator(operator, app)
})
test.afterAll(async () => {
  await operator?.context().close()
  await app?.[Symbol.asyncDispose]()
  api?.server.close()
})

/** The operator's part in the console: sets the value of the key unless it already has one, and locks the profile. */
async function lock(): Promise<void> {
  await operator.goto('/console/profiles')
  await operator
    .getByRole('link', { name: /sales API/ })
    .first()
    .click()
  const keys = operator.getByRole('listitem', { name: 'SALES_API_KEY' })
  await expect(keys).toBeVisible()
  if (await keys.getByText('Needs a value').isVisible()) {
    const form = operator.getByRole('form', { name: 'Value of SALES_API_KEY' })
    await form.getByRole('radio', { name: 'Plain' }).check()
    await form.getByLabel('Value', { exact: true }).fill(value)
    await form.getByRole('button', { name: 'Save value' }).click()
  }
  await operator.getByRole('button', { name: 'Lock profile' }).click()
  await expect(operator.getByText('The profile is locked. Its agent can run scripts now.')).toBeVisible()
}

/**
 * Runs the whole flow with nothing but the document: the agent creates a profile and asks for a key, the operator locks
 * the profile, one script sends a request with the credential, and another gets an answer to its prompt.
 */
async function onboard(language: string): Promise<void> {
  const agent = new Agent(app.url)
  await agent.read()
  await agent.call('POST', '/profiles')
  const { locked } = await agent.call('POST', '/keys', { hosts: [host] })
  expect(locked).toBe(false)
  await lock()
  expect((await agent.call('GET', '/profiles/%7Bprofile_id%7D')).locked).toBe(true)

  const document = await agent.read()
  expect(document).toContain(`Hosts: \`${host}\``)
  const [reads = '', asks = ''] = agent.scripts(language)
  expect(reads).toContain("settings.get('SALES_API_KEY')")

  const before = api.seen.length
  await agent.call('POST', '/execute', { language, script: reads, timeout: 60 })
  const read = await agent.settled(() => '')
  expect(read).toMatchObject({ status: 'completed', result: { status: 200 }, stdout: `${host} answered with 200\n` })
  expect(api.seen.slice(before)).toEqual([`Bearer ${value}`])
  expect(JSON.stringify(read)).not.toContain(value)

  const prompts: string[] = []
  await agent.call('POST', '/execute', { language, script: asks, timeout: 60 })
  const asked = await agent.settled((prompt) => {
    prompts.push(prompt)
    return 'They vary around 119.'
  })
  expect(prompts).toEqual(['Describe these amounts in one sentence: 120, 95, 143'])
  expect(asked).toMatchObject({
    status: 'completed',
    result: { total: 358, summary: 'They vary around 119.' },
  })
}

test('the console leads the operator from the printed token to the first script', async ({ browser }) => {
  // This app trusts no proxy, so a header of a proxy would make the agent a stranger.
  const agent = await browser.newContext({ baseURL: app.url, extraHTTPHeaders: {} })
  await operator.goto('/console')
  const steps = operator.getByRole('region', { name: 'First steps' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
  await steps.nth(0).getByRole('link').click()
  const form = operator.getByRole('region', { name: 'Add credential' })
  await form.getByLabel('Name', { exact: true }).fill('REPORTS_API_KEY')
  await form.getByLabel('Token', { exact: true }).fill('a-secret-of-some-length')
  await form.getByLabel('Hosts it may go to').fill('api.example.com')
  await form.getByRole('button', { name: 'Add credential' }).click()
  await expect(operator.getByText('REPORTS_API_KEY was added.')).toBeVisible()

  await operator.goto('/console')
  await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
  const keys = [{ name: 'REPORTS_API_KEY', description: 'Reads reports' }]
  const data = { description: 'First reports', keys, hosts: ['api.example.com'] }
  const profile_id = await askForProfile(agent.request, data, {})
  await steps.nth(1).getByRole('link').click()
  await expect(operator.getByRole('link', { name: '“First reports”' })).toBeVisible()

  await operator.goto('/console')
  await expect(steps.nth(2)).toHaveAttribute('aria-current', 'step')
  await steps.nth(2).getByRole('link').click()
  await operator.getByRole('link', { name: '“First reports”' }).click()
  await operator.getByRole('button', { name: 'Lock profile' }).click()
  await expect(operator.getByText('The profile is locked. Its agent can run scripts now.')).toBeVisible()
  const sent = await agent.request.post('/execute', {
    data: { profile_id, script: 'set_result(1)', language: 'javascript' },
  })
  expect(sent.status(), await sent.text()).toBe(202)

  await operator.goto('/console')
  await expect(operator.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await expect(operator.getByText('Queue depth now')).toBeVisible()
  await expect(steps).toHaveCount(0)
  await agent.close()
})

test('an agent that reads only /skill.md completes the whole flow in JavaScript', async () => {
  await onboard('javascript')
})

test('an agent that reads only /skill.md completes the whole flow in Python', async () => {
  await onboard('python')
})
