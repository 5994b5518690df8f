import type { APIRequestContext } from '@playwright/test'
import { open } from '../support/open.ts'
import { haveAccount } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

// An incomplete form is refused by the server.
test.use({ expectedErrors: [/status of 400 .*agent-keys/] })

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Sends requests with an agent's key, as a program does. */
const withKey = (request: APIRequestContext, key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  return {
    get: (path: string) => request.get(path, { headers }),
    post: (path: string, data: object) =>
      request.post(path, { headers: { ...headers, accept: 'application/json, text/event-stream' }, data }),
  }
}

test('an operator makes a key for an agent, which calls skills until the key is revoked', async ({ page, request }) => {
  await haveAccount(page.request, 'operator')
  const slug = `voice-${Math.random().toString(36).slice(2, 10).replace(/\W/g, '0')}`
  const adder = page.getByRole('button', { name: 'Make a key' })
  await open(page, '/console/agents', adder)
  await adder.click()
  const form = page.getByRole('region', { name: 'Make a key' })
  await expect(form.getByLabel('Agent')).toBeFocused()
  await form.getByLabel('Agent').fill(slug)
  await form.getByRole('button', { name: 'Make key' }).click()
  await expect(form.getByText('Must name at least one skill, or * for all.', { exact: true })).toBeVisible()
  await form.getByRole('checkbox', { name: /^flight-search(?!-)/ }).check()
  await form.getByRole('checkbox', { name: /^send-message/ }).check()
  await form.getByLabel('Who talks to it').selectOption('main')
  await form.getByRole('button', { name: 'Make key' }).click()
  const shown = page.getByRole('region', { name: 'The new key' })
  const key = (await shown.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^agk_[0-9A-Za-z]{22}$/)
  await shown.getByRole('button', { name: 'Hide it' }).click()
  expect(await page.content()).not.toContain(key)
  await page.reload()
  const row = page.getByRole('row', { name: new RegExp(slug) })
  await expect(row).toContainText('flight-search, send-message')
  // "Never" is shown twice: for the last use and for the expiry.
  await expect(row.getByText('Never', { exact: true }).filter({ visible: true })).toHaveCount(2)
  expect(await page.content()).not.toContain(key)

  const agent = withKey(request, key)
  const base = `/api/agents/${slug}`
  const { tools } = await (await agent.get(`${base}/tools`)).json()
  const names = tools.map((one: { function: { name: string } }) => one.function.name)
  // With a second flight provider, the name of the function has a prefix.
  const name = names.find((one: string) => one.endsWith('search_flights'))
  expect(names).toEqual(expect.arrayContaining([name, 'send_message']))
  expect(names.join()).not.toContain('search_hotels')
  expect(await (await agent.get(`${base}/prompt`)).text()).toContain('<skills>')
  const search = { name, arguments: { origin: 'SEA', destination: 'NRT', date: inDays(40) } }
  const found = await agent.post(`${base}/tools/call`, { ...search, call: { id: 'call-1', channel: 'phone' } })
  expect(found.status()).toBe(200)
  expect(await found.json()).toMatchObject({ status: 'success', results: expect.any(Array) })
  const message = { name: 'send_message', arguments: { message: 'Call me back', confirmed: true } }
  const asked = await agent.post(`${base}/tools/call`, message)
  expect(asked.status()).toBe(409)
  const { status, confirmation } = await asked.json()
  expect(status).toBe('requires_confirmation')
  // A no closes the question: neither it nor a later yes leaves a message.
  for (const confirmed of [false, true]) {
    const answer = { message: 'Call me back', confirmation_id: confirmation.id, confirmed }
    const declined = await agent.post(`${base}/tools/call`, { name: 'send_message', arguments: answer })
    expect(declined.status()).toBe(409)
    expect(await declined.json()).toMatchObject({ error: { code: 'CONFLICT', reason: 'question_declined' } })
  }
  const wrong = await agent.post(`${base}/tools/call`, { ...search, call: { id: 7 } })
  expect(wrong.status()).toBe(400)
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'e2e', version: '1' } },
  }
  expect((await agent.post('/mcp', initialize)).status()).toBe(200)
  expect((await agent.get('/api/agents/another/tools')).status()).toBe(404)

  await page.reload()
  await expect(row.getByText('Never', { exact: true })).toHaveCount(1)
  await row.getByRole('button', { name: /^Revoke the key/ }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText(`The key of ${slug} is revoked.`)).toBeVisible()
  for (const answer of [await agent.get(`${base}/tools`), await agent.post('/mcp', initialize)]) {
    expect(answer.status()).toBe(401)
  }
})

test('an operator takes a skill away from one agent, and gives it back', async ({ page, request, appUrl }) => {
  await haveAccount(page.request, 'operator')
  const slug = `desk-${Math.random().toString(36).slice(2, 10).replace(/\W/g, '0')}`
  const made = await page.request.post('/api/console/agent-keys', {
    headers: { origin: appUrl },
    data: { slug, skills: ['flight-search', 'send-message'], source: 'main' },
  })
  const agent = withKey(request, (await made.json()).key)
  const functions = async () => (await agent.get(`/api/agents/${slug}/tools`)).text()
  expect(await functions()).toContain('send_message')
  await open(page, '/console/agents', page.getByRole('button', { name: 'Make a key' }))
  await page.getByRole('link', { name: slug }).click()
  await page.getByRole('button', { name: 'Change flight-search', exact: true }).click()
  await page.getByLabel('Its own AMADEUS_API_KEY').fill('key-of-this-desk')
  await page
    .getByRole('form', { name: /AMADEUS_API_KEY/ })
    .getByRole('button', { name: 'Set value' })
    .click()
  await expect(page.getByText('uses this value. It is never shown.')).toBeVisible()
  await page.reload()
  const changer = page.getByRole('button', { name: 'Change send-message' })
  await changer.click()
  expect(await page.content()).not.toContain('key-of-this-desk')
  const form = page.getByRole('form', { name: 'Rule for send-message' })
  await expect(form.getByRole('checkbox', { name: `${slug} may use it` })).toBeFocused()
  await form.getByRole('checkbox', { name: `${slug} may use it` }).uncheck()
  await form.getByRole('button', { name: 'Save rule' }).click()
  await expect(page.getByText(`The rule of ${slug} for send-message is saved.`)).toBeVisible()
  const row = page.getByRole('row', { name: /^send-message/ })
  await expect(row).toContainText('Off')
  expect(await functions()).not.toContain('send_message')
  await changer.click()
  await form.getByRole('button', { name: 'Remove rule' }).click()
  await expect(row).toContainText('On')
  expect(await functions()).toContain('send_message')
})
