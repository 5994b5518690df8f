import { createServer, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { askForProfile } from '../support/agents.ts'
import { becomeFirstOperator } from '../support/operator.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { failSearch, healSearch } from '../support/provider.ts'
import { executionsOf, newSearch, streamPath } from '../support/searches.ts'
import { setting } from '../support/setting.ts'
import { linesOf } from '../support/stream.ts'
import { becomeGuest, expect, test } from '../support/test.ts'
import { Agent } from './agent.ts'

const host = 'api.example.com'
const value = 'the-value-that-no-agent-sees'

/** An API that records its requests. It holds the answers to those below `/held/` back until `release`. */
async function startApi() {
  const seen: string[] = []
  let held: ServerResponse[] = []
  const server = createServer((request, response) => {
    seen.push([request.method, request.url, request.headers.authorization].filter(Boolean).join(' '))
    if (request.url?.startsWith('/held/')) held.push(response)
    else response.end('[120, 95, 143]')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The API has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    release() {
      for (const response of held) response.end('"late"')
      held = []
    },
    close: () => server.close(),
  }
}

test.describe.configure({ mode: 'serial' })

let api: Awaited<ReturnType<typeof startApi>>
let app: OwnApp
let operator: Page

test.beforeAll(async ({ browser }) => {
  api = await startApi()
  app = await createOwnApp({
    TRAVEL_CONTAINER_RUNTIME: 'auto',
    // No engine listens there.
    DOCKER_HOST: 'unix:///no/docker/engine.sock',
    TRAVEL_TRUST_PROXY: '0',
    TRAVEL_UPSTREAMS: JSON.stringify({
      ...JSON.parse(setting('TRAVEL_UPSTREAMS')),
      [host]: { url: api.url, data: 'test' },
    }),
  })
  await app.start()
  operator = await (await browser.newContext({ baseURL: app.url })).newPage()
  await becomeFirstOperator(operator, app)
})
test.afterAll(async () => {
  await operator?.context().close()
  await app?.[Symbol.asyncDispose]()
  api?.close()
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
async function onboard(language: string): Promise<Agent> {
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
  expect(api.seen.slice(before)).toEqual([expect.stringMatching(new RegExp(`^GET /.* Bearer ${value}$`))])
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
  return agent
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

test('an agent that reads only /skill.md completes the whole flow in Python, without a Docker engine; after kill -9 of the app its scripts go on, only a request without effects is repeated, and a search has an end', async ({
  playwright,
}) => {
  const agent = await onboard('python')
  api.seen.length = 0
  const start = `import httpx
key = settings.get('SALES_API_KEY')
sales = httpx.get('https://${host}/sales', headers={'authorization': f'Bearer {key}'}).json()
`
  const execute = async (script: string) => {
    const answer = await agent.call('POST', '/execute', { script: start + script, timeout: 60, language: undefined })
    expect(answer).toMatchObject({ language: 'python' })
    return answer.execution_id ?? ''
  }
  const read = () => agent.call('GET', '/executions/%7Bexecution_id%7D')
  const askNothing = (prompt: string): string => {
    throw new Error(`The script asked: ${prompt}`)
  }

  const reading = await execute(`summary = llm.complete('Summarize')
late = httpx.get('https://${host}/held/read', timeout=60).json()
set_result([sum(sales), summary, late])`)
  await expect.poll(read).toMatchObject({ status: 'awaiting_llm' })
  await agent.call('POST', '/respond', { response: 'Well.' })
  const writing = await execute(`httpx.post('https://${host}/held/write', json={'total': 1}, timeout=60)
set_result('sent')`)
  const waiting = await execute(`set_result([sum(sales), llm.complete(f'Summarize: {sales}')])`)
  await expect.poll(read).toMatchObject({ status: 'awaiting_llm' })
  const sent = Array<string>(3).fill(`GET /sales Bearer ${value}`)
  const before = [...sent, 'GET /held/read', 'POST /held/write']
  await expect.poll(() => api.seen.toSorted()).toEqual(before.toSorted())

  await using guest = await playwright.request.newContext({ baseURL: app.url })
  await becomeGuest(guest, app.url)
  const search = newSearch()
  await failSearch(search, 'held')
  const lost = expect(guest.get(streamPath(search), { timeout: 0 })).rejects.toThrow()
  const ends = () =>
    app.inDatabase((db) =>
      db.execution.findMany({ where: executionsOf(search), select: { status: true, errorCode: true } }),
    )
  await expect.poll(ends).toEqual([{ status: 'running', errorCode: null }])

  await app.crash()
  await lost
  api.release()
  await healSearch(search)
  await app.start()
  expect(await ends()).toEqual([{ status: 'error', errorCode: 'INTERRUPTED' }])
  expect(app.printed().match(/atk_\w{22}/g), 'the operator token is shown at the first start only').toHaveLength(1)
  // The session survives the crash, and the search runs again.
  const again = linesOf(await (await guest.get(streamPath(search))).text())
  expect(again[1]).toMatchObject({ output: { status: 'success' } })
  await expect.poll(() => api.seen.toSorted()).toEqual([...before, 'GET /held/read'].toSorted())
  api.release()
  agent.follow(reading)
  expect(await agent.settled(askNothing)).toMatchObject({ status: 'completed', result: [358, 'Well.', 'late'] })
  agent.follow(writing)
  expect(await agent.settled(askNothing)).toMatchObject({ status: 'error', error_code: 'INTERRUPTED' })
  agent.follow(waiting)
  expect(await read()).toMatchObject({ status: 'awaiting_llm' })
  expect(await agent.settled((prompt) => `Of ${prompt}`)).toMatchObject({
    status: 'completed',
    result: [358, 'Of Summarize: [120, 95, 143]'],
  })
  expect(api.seen).toHaveLength(before.length + 1)
})
