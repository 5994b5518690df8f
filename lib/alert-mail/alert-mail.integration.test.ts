import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { principalOf } from '#lib/auth/principal.ts'
import { createTestDatabase, type TestDatabase } from '#lib/db/testing.ts'
import { createRateLimits } from '#lib/http/rate-limit.ts'
import { createMailer } from '#lib/mail/mailer.ts'
import { openMailServer } from '#lib/mail/testing/mail-server.ts'
import { createPlaces } from '#lib/places/places.ts'
import { createSavedSearches } from '#lib/saved-searches/saved-searches.ts'
import { FakeSource, fakePorts, query } from '#lib/saved-searches/testing/fake-source.ts'
import { createAlertMail } from './alert-mail.ts'
import { mailAlert } from './mail-alert.ts'
import { openAlertMails } from './open-alert-mails.ts'
import type { AlertMailPorts } from './ports.ts'

const email = 'ana@example.com'
const ana = principalOf({ id: 'user_0123456789abcdefghijkl', role: 'traveler', isGuest: false })
const hourMs = 3_600_000
const places = createPlaces()

let database: TestDatabase
let server: Awaited<ReturnType<typeof openMailServer>>
let aheadMs: number
const clock = { now: () => Date.now() + aheadMs }

beforeEach(async () => {
  database = await createTestDatabase()
  server = await openMailServer()
  aheadMs = 0
  await database.client.user.create({ data: { id: ana.id, email } })
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

function portsOf(mail: { port: number } | undefined = server): AlertMailPorts {
  return {
    db: database.client,
    mailer: mail && createMailer({ url: `smtp://127.0.0.1:${mail.port}`, from: 'travel@example.com' }),
    baseUrl: 'https://travel.example.com',
    unsubscribeKey: new Uint8Array(32).fill(5),
    places,
    limits: createRateLimits(),
    clock,
    randomBytes,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  }
}

/** The text of a mail without the line breaks of its encoding. */
const readable = (data = '') =>
  data
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=')
    .replaceAll(/\r\n[ \t]+/g, ' ')
const linkIn = (data: string | undefined, path: string): string =>
  new RegExp(`${path}\\?token=([\\w.-]+)`).exec(readable(data))?.[1] ?? 'no link'

/** Confirms the address of ana with the link of a mail, which is the only one so far. */
async function confirmed(mails: ReturnType<typeof createAlertMail>): Promise<void> {
  expect(await mails.sendConfirmation(ana, 'client')).toMatchObject({ ok: true })
  expect(await mails.confirm(linkIn(server.mails.pop()?.data, '/confirm-email'))).toMatchObject({ ok: true })
}

/** Saves a search at 500, whose price then falls to 400. Returns the alert's id, if there is one. */
async function falls(): Promise<string> {
  const source = new FakeSource('a', 500)
  const searches = createSavedSearches(fakePorts({ db: database.client, clock, sources: [source] }))
  const rule = { type: 'below_saved' } as const
  const saved = await searches.save({ kind: 'flights', search: query, rule }, ana, new AbortController().signal)
  if (!saved.ok) throw new Error(saved.error.message)
  for (const price of [500, 400]) {
    source.offered = price
    aheadMs += 25 * hourMs
    await searches.ask(saved.value.id)
  }
  return (await database.client.priceAlert.findFirstOrThrow()).id
}
const stateOf = async () => (await database.client.alertMail.findFirst())?.state

test('a price that falls is one mail to the confirmed address, with a link and a header that end the mails', async () => {
  const ports = portsOf()
  const mails = createAlertMail(ports)
  await confirmed(mails)
  expect(await mails.state(ana)).toEqual({ kind: 'on', email })
  const alert = await falls()
  await mailAlert(ports, alert)
  await mailAlert(ports, alert)
  expect(server.mails).toMatchObject([{ to: [email], from: 'travel@example.com' }])
  const data = readable(server.mails[0]?.data)
  expect(data).toContain(`Message-ID: <${alert}@travel.aw>`)
  expect(data).toContain('Subject: Amsterdam to Oranjestad: the price fell to $400')
  expect(data).toContain('It was $500 when you saved the search.')
  expect(data).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  const token = linkIn(data, '/api/unsubscribe')
  expect(data).toContain(`List-Unsubscribe: <https://travel.example.com/api/unsubscribe?token=${token}>`)
  expect(linkIn(data, '/unsubscribe')).toBe(token)
  // Every address in the mail is of the app, and nothing is loaded when it is opened.
  expect([...data.matchAll(/https?:\/\/[^/"\s>]+/g)].every(([host]) => host === 'https://travel.example.com')).toBe(
    true,
  )
  expect(data).not.toMatch(/<img|<link|url\(/)

  expect(await mails.unsubscribe(`${ana.id}.${'A'.repeat(43)}`)).toBe(false)
  expect(await mails.state(ana)).toEqual({ kind: 'on', email })
  expect(await mails.unsubscribe(token)).toBe(true)
  expect(await mails.state(ana)).toEqual({ kind: 'off', email })
})

test('an address that is not confirmed, or that changed since, gets no mail', async () => {
  const mails = createAlertMail(portsOf())
  await falls()
  expect(await stateOf()).toBeUndefined()
  await database.client.savedSearch.deleteMany()
  await confirmed(mails)
  await database.client.user.update({ where: { id: ana.id }, data: { email: 'other@example.com' } })
  expect(await mails.state(ana)).toEqual({ kind: 'unconfirmed', email: 'other@example.com' })
  await falls()
  expect(await stateOf()).toBeUndefined()
})

test('nobody gets a mail that was ended between the alert and its sending, or about an old price', async () => {
  const ports = portsOf()
  const mails = createAlertMail(ports)
  await confirmed(mails)
  await mailAlert({ ...ports, clock: { now: () => clock.now() + 25 * hourMs } }, await falls())
  expect(await stateOf()).toBe('skipped')
  await database.client.savedSearch.deleteMany()
  const alert = await falls()
  await mails.switchMails(ana, false)
  await mailAlert(ports, alert)
  expect(await stateOf()).toBe('skipped')
  expect(server.mails).toEqual([])
})

test('a link confirms once, within 24 hours, and only the latest one', async () => {
  const mails = createAlertMail(portsOf())
  const links: string[] = []
  for (const _ of [1, 2]) {
    await mails.sendConfirmation(ana, 'client')
    links.push(linkIn(server.mails.pop()?.data, '/confirm-email'))
  }
  const [former = '', latest = ''] = links
  expect(await mails.confirm(former)).toMatchObject({ error: { code: 'FORBIDDEN' } })
  aheadMs = 24 * hourMs + 1000
  expect(await mails.addressOf(latest)).toBeUndefined()
  expect(await mails.confirm(latest)).toMatchObject({ error: { code: 'FORBIDDEN' } })
  aheadMs = 0
  expect(await mails.addressOf(latest)).toBe(email)
  expect(await mails.state(ana)).toMatchObject({ kind: 'unconfirmed' })
  const both = await Promise.all([mails.confirm(latest), mails.confirm(latest)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(JSON.stringify(await database.client.user.findMany())).not.toContain(latest)
})

test('the token of a link is stored as a hash only, and five links in an hour are the most', async () => {
  const mails = createAlertMail(portsOf())
  for (let sent = 0; sent < 5; sent += 1) await mails.sendConfirmation(ana, `client ${sent}`)
  const token = linkIn(server.mails.at(-1)?.data, '/confirm-email')
  expect(JSON.stringify(await database.client.emailConfirmation.findMany())).not.toContain(token)
  expect(await mails.sendConfirmation(ana, 'another client')).toMatchObject({ error: { code: 'RATE_LIMITED' } })
  expect(server.mails).toHaveLength(5)
})

test('a mail server that is down is tried again by the queue, and its failure shows beside the alert', async () => {
  const down = await openMailServer()
  await down[Symbol.asyncDispose]()
  await confirmed(createAlertMail(portsOf()))
  const alert = await falls()
  await expect(mailAlert(portsOf(down), alert)).rejects.toThrow('The mail server could not be reached')
  expect(await database.client.alertMail.findFirst()).toMatchObject({ state: 'failed', attempts: 1 })
  const searches = createSavedSearches(fakePorts({ db: database.client, clock, sources: [] }))
  expect((await searches.list(ana))[0]?.alerts).toMatchObject([{ mail: 'failed' }])
  await database.client.alertMail.updateMany({ data: { state: 'pending' } })
  await using _queue = await openAlertMails(database.url, portsOf())
  await expect.poll(stateOf).toBe('sent')
  expect(server.mails).toHaveLength(1)
})

test('a mail that may have arrived is not sent again', async () => {
  await using silent = await openMailServer({
    onData(stream) {
      stream.resume()
      stream.once('end', () => silent.hangUp())
    },
  })
  await confirmed(createAlertMail(portsOf()))
  const alert = await falls()
  await mailAlert(portsOf(silent), alert)
  expect(await stateOf()).toBe('unknown')
  await mailAlert(portsOf(), alert)
  await database.client.alertMail.updateMany({ data: { state: 'sending' } })
  await mailAlert(portsOf(), alert)
  expect(await stateOf()).toBe('unknown')
  expect(server.mails).toEqual([])
})

test('without a mail server the app says that it sends none', async () => {
  const mails = createAlertMail({ ...portsOf(), mailer: undefined })
  expect(await mails.state(ana)).toEqual({ kind: 'no_mail' })
  expect(await mails.sendConfirmation(ana, 'client')).toMatchObject({ error: { code: 'CONFLICT' } })
})
