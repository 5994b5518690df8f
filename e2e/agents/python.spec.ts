import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { becomeFirstOperator } from '../support/operator.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { expect, test } from '../support/test.ts'
import { Agent } from './agent.ts'

const host = 'api.example.com'
const value = 'the-value-that-no-agent-sees'

/** A provider of revenue. It holds the answers to requests below `/held/` back until `release`. */
async function startProvider() {
  const seen: string[] = []
  let held: ServerResponse[] = []
  const server: Server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    response.setHeader('content-type', 'application/json')
    if (request.url?.startsWith('/held/')) held.push(response)
    else response.end(JSON.stringify({ revenue: [120, 95, 143], seen: request.headers.authorization }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The provider has no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    release() {
      for (const response of held) response.end('{"late": true}')
      held = []
    },
    close: () => server.close(),
  }
}

test.describe.configure({ mode: 'serial' })

let provider: Awaited<ReturnType<typeof startProvider>>
let app: OwnApp
let operator: Page
let agent: Agent

test.beforeAll(async ({ browser }) => {
  provider = await startProvider()
  app = await createOwnApp({
    TRAVEL_CONTAINER_RUNTIME: 'auto',
    // No engine listens there.
    DOCKER_HOST: 'unix:///no/docker/engine.sock',
    TRAVEL_TRUST_PROXY: '0',
    TRAVEL_UPSTREAMS: JSON.stringify({ [host]: { url: provider.url, data: 'test' } }),
  })
  await app.start()
  operator = await (await browser.newContext({ baseURL: app.url })).newPage()
  await becomeFirstOperator(operator, app)
  agent = new Agent(app.url)
  await agent.read()
  await agent.call('POST', '/profiles', { description: 'Monthly revenue', keys: [], hosts: [host] })
  const keys = [
    { name: 'API_URL', description: 'Base URL of the revenue API' },
    { name: 'API_KEY', description: 'Reads revenue' },
  ]
  await agent.call('POST', '/keys', { keys, hosts: [] })
  await setValue('API_URL', 'Setting', `https://${host}/revenue`)
  await setValue('API_KEY', 'Plain', value)
  await operator.getByRole('button', { name: 'Lock profile' }).click()
  await expect(operator.getByText('The profile is locked. Its agent can run scripts now.')).toBeVisible()
})
test.afterAll(async () => {
  await operator?.context().close()
  await app?.[Symbol.asyncDispose]()
  provider?.close()
})

/** The operator's part in the console. */
async function setValue(key: string, kind: string, text: string): Promise<void> {
  await operator.goto('/console/profiles')
  await operator.getByRole('link', { name: /Monthly revenue/ }).click()
  const form = operator.getByRole('form', { name: `Value of ${key}` })
  await form.getByRole('radio', { name: kind }).check()
  await form.getByLabel('Value', { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Save value' }).click()
  await expect(form).toBeHidden()
}

const execute = (script: string) => agent.call('POST', '/execute', { script, timeout: 60, language: undefined })
const read = () => agent.call('GET', '/executions/%7Bexecution_id%7D')
const answerNothing = (prompt: string): string => {
  throw new Error(`The script asked: ${prompt}`)
}
const start = `import httpx
key = settings.get('API_KEY')
data = httpx.get(settings.get('API_URL'), headers={'authorization': f'Bearer {key}'}).json()
print('total', sum(data['revenue']))
`
const sent = `GET /revenue Bearer ${value}`

test('a script is detected as Python and runs without a Docker engine; only the provider gets the secret', async () => {
  provider.seen.length = 0
  const accepted = await execute(
    `${start}set_result({'total': sum(data['revenue']), 'key': key, 'seen': data['seen']})`,
  )
  expect(accepted).toMatchObject({ language: 'python' })
  const done = await agent.settled(answerNothing)
  expect(done).toMatchObject({ status: 'completed', result: { total: 358 }, stdout: 'total 358\n' })
  expect(provider.seen).toEqual([sent])
  expect(JSON.stringify(done)).not.toContain(value)
})

test('a script whose app is killed while it waits for its model ends with the answer, and repeats no request', async () => {
  provider.seen.length = 0
  await execute(`${start}summary = llm.complete(f"Summarize: {data['revenue']}")
set_result({'total': sum(data['revenue']), 'summary': summary})`)
  await expect.poll(read).toMatchObject({ status: 'awaiting_llm' })
  await app.crash()
  await app.start()
  expect(await read()).toMatchObject({ status: 'awaiting_llm' })
  expect(await agent.settled((prompt) => `Of ${prompt}`)).toMatchObject({
    status: 'completed',
    result: { total: 358, summary: 'Of Summarize: [120, 95, 143]' },
    stdout: 'total 358\n',
  })
  expect(provider.seen).toEqual([sent])
})

test('a script whose app is killed during a request goes on after the restart, and repeats only that request', async () => {
  provider.seen.length = 0
  await execute(`${start}summary = llm.complete('Summarize')
late = httpx.get('https://${host}/held/1', timeout=60).json()
set_result({'total': sum(data['revenue']), 'summary': summary, 'late': late['late']})`)
  await expect.poll(read).toMatchObject({ status: 'awaiting_llm' })
  await agent.call('POST', '/respond', { response: 'Well.' })
  await expect.poll(() => provider.seen).toEqual([sent, 'GET /held/1 '])
  await app.crash()
  provider.release()
  await app.start()
  await expect.poll(() => provider.seen).toEqual([sent, 'GET /held/1 ', 'GET /held/1 '])
  provider.release()
  expect(await agent.settled(answerNothing)).toMatchObject({
    status: 'completed',
    result: { total: 358, summary: 'Well.', late: true },
    stdout: 'total 358\n',
  })
  expect(provider.seen).toHaveLength(3)
})

test('a script whose app is killed during a request with effects ends as interrupted, and repeats no request', async () => {
  provider.seen.length = 0
  await execute(`${start}httpx.post('https://${host}/held/2', json={'total': 1}, timeout=60)
set_result('sent')`)
  await expect.poll(() => provider.seen).toEqual([sent, 'POST /held/2 '])
  await app.crash()
  provider.release()
  await app.start()
  expect(await agent.settled(answerNothing)).toMatchObject({ status: 'error', error_code: 'INTERRUPTED' })
  expect(provider.seen).toHaveLength(2)
})

test('a script that imports a package with native code is refused, and the answer names what to install', async () => {
  await expect(execute('import pandas\nset_result(1)')).rejects.toThrow(
    /RUNTIME_UNAVAILABLE.*imports pandas.*install Docker/,
  )
})
