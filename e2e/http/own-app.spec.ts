import { readFileSync } from 'node:fs'
import { defaultRatePolicies } from '#lib/platform/server/http/rate-limit.ts'
import { createOwnApp } from '../support/own-app.ts'
import { sendRaw } from '../support/raw-http.ts'
import { expect, test } from '../support/test.ts'

const record = '{"level":"error","msg":"written by a stranger"}'
const marker = 'written by a stranger'

/** The ids of the app's server actions, which every page reveals. */
function actionIds(): string[] {
  return Object.keys(JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8')).node)
}

const multipart = 'Content-Type: multipart/form-data; boundary=--of-a-browser'
const parts = (fields: Record<string, string>) =>
  `${Object.entries(fields)
    .map(([name, value]) => `----of-a-browser\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('')}----of-a-browser--\r\n`

const post = (body: string, ...headers: string[]) =>
  `POST /sign-in HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${body.length}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n${body}`
const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`

test('malformed requests to pages and server actions are client errors and leave nothing in the log', async () => {
  // No other test writes to the log of an app of its own.
  await using app = await createOwnApp()
  await app.start()
  const ids = actionIds()
  expect(ids.length).toBeGreaterThan(3)
  const unknown = '60'.padEnd(42, 'a')

  const cases: [statuses: number[], bytes: string][] = [
    [[404], get(`/_next/image?url=/x%0a${encodeURIComponent(record)}&w=64&q=75`)],
    [[404], get('/_next/image?url=%2Ficon.svg&w=64&q=75')],
    [[400], get('/sign-in', 'RSC: 1', 'Next-Router-State-Tree: garbage')],
    [[400], get('/sign-in', 'RSC: 1', 'Next-Router-State-Tree: %5B%5D')],
    [[400], post('[]', `Next-Action: \u009b31m${marker}`)],
    [[400], post('[]', `Next-Action: \u009b31m${'a'.repeat(38)}`)],
    [[400], post('[]', 'Next-Action: __proto__')],
    [[409], post('[]', `Next-Action: ${unknown}`)],
    [[400], post(parts({ a: marker }), multipart)],
    [[400], post(parts({ $ACTION_REF_1: '', '$ACTION_1:0': marker }), multipart)],
    [[409], post(parts({ [`$ACTION_ID_${unknown}`]: '' }), multipart)],
    [[404], get(`/nothing%0a${encodeURIComponent(record)}`)],
  ]
  const bodies = [marker, '', '{}', 'null', '["$F1"]', '["$h1"]', '["$1:a"]', `[${'1,'.repeat(1_500)}1]`]
  for (const [at, id] of ids.entries()) {
    // Sends each body to every fourth action only, because of the rate limit per address.
    for (const body of bodies.filter((_, index) => (index + at) % 4 === 0)) {
      cases.push([[400], post(body, `Next-Action: ${id}`, 'Content-Type: text/plain')])
    }
    cases.push([[400], post(parts({ 0: '["$K1"]', 1: marker }), `Next-Action: ${id}`, multipart)])
    cases.push([[400], post(parts({ _1_email: marker }), `Next-Action: ${id}`, multipart)])
    const bound = { $ACTION_REF_1: '', '$ACTION_1:0': `{"id":"${id}","bound":"$@1"}`, '$ACTION_1:1': marker }
    cases.push([[400], post(parts(bound), multipart)])
    // A well-formed call with wrong arguments, from a caller that claims to be the app's own page.
    const own = ['Sec-Fetch-Site: same-origin', `Next-Action: ${id}`, 'Content-Type: text/plain']
    cases.push([[200, 303], post(at % 2 === 0 ? '[1,2]' : '[]', ...own)])
  }
  // Next sends a well-formed call on to the page of the action, so that it counts twice.
  const actions = cases.filter(([, bytes]) => bytes.startsWith('POST')).length + ids.length
  expect(actions, 'stays within the rate limit of one address').toBeLessThan(defaultRatePolicies.action.points)

  const before = app.printed().length
  for (const [statuses, bytes] of cases) {
    const answer = await sendRaw(app.url, bytes)
    expect(statuses, bytes).toContain(answer.statuses[0])
  }
  // A further response shows that the output of the last case has arrived.
  expect((await sendRaw(app.url, get('/health'))).statuses).toEqual([200])
  expect(app.printed().slice(before).trim()).toBe('')

  // More requests than two windows admit, at once: on a busy machine, they may not all arrive in one window.
  const excess = Array.from({ length: 2 * defaultRatePolicies.action.points + 1 }, () =>
    sendRaw(app.url, post('[]', `Next-Action: ${unknown}`)),
  )
  const refused = (await Promise.all(excess)).filter(({ statuses }) => statuses[0] === 429)
  expect(refused.length).toBeGreaterThan(0)
  for (const { text } of refused) expect(text.toLowerCase()).toMatch(/\r\nretry-after: \d+\r\n/)
  expect((await sendRaw(app.url, get('/sign-in'))).statuses).toEqual([200])
})
