import { randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Language } from '#lib/platform/model/languages.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalOf } from '#lib/platform/server/auth/principal.ts'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { createRateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { createMailer } from '#lib/platform/server/mail/mailer.ts'
import { openMailServer } from '#lib/platform/server/mail/testing/mail-server.ts'
import { createPlaces } from '../../places/places.ts'
import { createSavedSearches } from '../../saved-searches/saved-searches.ts'
import { FakeSource, fakePorts, query } from '../../saved-searches/testing/fake-source.ts'
import { createAlertMail, openAlertMails } from './alert-mail.ts'
import { mailAlert } from './mail-alert.ts'
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
  database = await emptyTestDatabase()
  server = await openMailServer()
  aheadMs = 0
  await database.client.user.create({ data: { id: ana.id, email } })
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  // The next test installs the queue itself.
  await database.client.$executeRaw`drop schema if exists graphile_worker cascade`
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

/** Parses a mail as a mail program does. */
const parsed = (data = '') => PostalMime.parse(data)

/** The token of a link in the text of a mail. */
async function linkIn(data: string | undefined, path: string): Promise<string> {
  return tokenIn((await parsed(data)).text, path)
}
const tokenIn = (text: string | undefined, path: string): string =>
  new RegExp(`${path}\\?token=([\\w.-]+)`).exec(text ?? '')?.[1] ?? 'no link'

/** Confirms Ana's address with the link from the only mail so far. */
async function confirmed(mails: ReturnType<typeof createAlertMail>, language: Language = 'en'): Promise<void> {
  expect(await mails.sendConfirmation(ana, 'client', language)).toEqual({ ok: true })
  expect(await mails.confirm(await linkIn(server.mails.pop()?.data, '/confirm-email'))).toEqual({ ok: true })
}

/** Saves a search at 500, whose price then falls. Returns the alert's id, if there is one. */
async function falls(to = 400): Promise<string> {
  const source = new FakeSource('a', 500)
  const searches = createSavedSearches(fakePorts({ db: database.client, clock, sources: [source] }))
  const rule = { type: 'below_saved' } as const
  const saved = await searches.save(
    { kind: 'flights', search: query, rule },
    contextOf(ana),
    new AbortController().signal,
  )
  if (!saved.ok) throw new Error(saved.error.message)
  for (const price of [500, to]) {
    source.offered = price
    aheadMs += 25 * hourMs
    await searches.run(saved.value.id)
  }
  return (await database.client.priceAlert.findFirstOrThrow()).id
}
const stateOf = async () => (await database.client.alertMail.findFirst())?.state

test('a fallen price sends one mail to the confirmed address, with a link and a header to unsubscribe', async () => {
  const ports = portsOf()
  const mails = createAlertMail(ports)
  await confirmed(mails)
  expect(await mails.state(ana)).toEqual({ kind: 'on', email })
  const alert = await falls()
  await mailAlert(ports, alert)
  await mailAlert(ports, alert)
  expect(server.mails).toMatchObject([{ to: [email], from: 'travel@example.com' }])
  const mail = await parsed(server.mails[0]?.data)
  expect(mail.messageId).toBe(`<${alert}@travel.aw>`)
  expect(mail.subject).toBe('Amsterdam to Oranjestad: the price fell to $400')
  expect(mail.text).toContain('The first price was $500.')
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const token = tokenIn(headers.get('list-unsubscribe'), '/api/unsubscribe')
  expect(headers.get('list-unsubscribe')).toBe(`<https://travel.example.com/api/unsubscribe?token=${token}>`)
  expect(tokenIn(mail.text, '/unsubscribe')).toBe(token)
  expect(tokenIn(mail.html, '/unsubscribe')).toBe(token)
  // Every URL in the mail belongs to the app, and opening the mail loads nothing.
  const hosts = [...`${mail.text}${mail.html}`.matchAll(/https?:\/\/[^/"\s>]+/g)].map(([host]) => host)
  expect(new Set(hosts)).toEqual(new Set(['https://travel.example.com']))
  expect(mail.html).not.toMatch(/<img|<link|url\(/)

  expect(await mails.unsubscribe(`${ana.id}.${'A'.repeat(43)}`)).toBe(false)
  expect(await mails.state(ana)).toEqual({ kind: 'on', email })
  expect(await mails.unsubscribe(token)).toBe(true)
  expect(await mails.state(ana)).toEqual({ kind: 'off', email })
})

test('a mail about the first price, for a search that was saved without a price, names no earlier price', async () => {
  const ports = portsOf()
  await confirmed(createAlertMail(ports))
  const sources = [new FakeSource('a', 450)]
  const searches = createSavedSearches(fakePorts({ db: database.client, clock, sources }))
  const rule = { type: 'below', amount: 500 } as const
  const saved = await searches.save(
    { kind: 'flights', search: query, rule },
    contextOf(ana),
    new AbortController().signal,
  )
  if (!saved.ok) throw new Error(saved.error.message)
  aheadMs += 25 * hourMs
  await searches.run(saved.value.id)
  await mailAlert(ports, (await database.client.priceAlert.findFirstOrThrow()).id)
  const [fell, ...rest] = (await parsed(server.mails[0]?.data)).text?.split(/\n\n/) ?? []
  expect(fell).toContain('the lowest total fell to $450.')
  expect(rest.join(' ')).not.toContain('$450')
  expect(rest.join(' ')).not.toContain('when you saved')
})

test('an address that is not confirmed, or that changed after its confirmation, gets no mail', async () => {
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

test('no mail is sent for an alert older than a day, or after the person switched mails off', async () => {
  const ports = portsOf()
  const mails = createAlertMail(ports)
  await confirmed(mails)
  await mailAlert({ ...ports, clock: { now: () => clock.now() + 25 * hourMs } }, await falls())
  expect(await stateOf()).toBe('skipped')
  await database.client.savedSearch.deleteMany()
  const alert = await falls()
  await mails.switchMails(ana, false, 'en')
  await mailAlert(ports, alert)
  expect(await stateOf()).toBe('skipped')
  expect(server.mails).toEqual([])
})

test('a confirmation link works once, for 24 hours, and only until a newer link is sent', async () => {
  const mails = createAlertMail(portsOf())
  const links: string[] = []
  for (const _ of [1, 2]) {
    await mails.sendConfirmation(ana, 'client', 'en')
    links.push(await linkIn(server.mails.pop()?.data, '/confirm-email'))
  }
  const [former = '', latest = ''] = links
  expect(await mails.confirm(former)).toEqual({ ok: false, problem: 'linkEnded' })
  aheadMs = 24 * hourMs + 1000
  expect(await mails.addressOf(latest)).toBeUndefined()
  expect(await mails.confirm(latest)).toEqual({ ok: false, problem: 'linkEnded' })
  aheadMs = 0
  expect(await mails.addressOf(latest)).toBe(email)
  expect(await mails.state(ana)).toMatchObject({ kind: 'unconfirmed' })
  const both = await Promise.all([mails.confirm(latest), mails.confirm(latest)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(JSON.stringify(await database.client.user.findMany())).not.toContain(latest)
})

test('a confirmation link leads to the public URL of the request in which it was asked for', async () => {
  const mails = createAlertMail(portsOf())
  await mails.sendConfirmation(ana, 'client', 'en', 'https://a.trycloudflare.com')
  expect((await parsed(server.mails.pop()?.data)).text).toContain('https://a.trycloudflare.com/confirm-email?token=')
})

test('the token of a link is stored as a hash only, and a person gets at most five links an hour', async () => {
  const mails = createAlertMail(portsOf())
  for (let sent = 0; sent < 5; sent += 1) await mails.sendConfirmation(ana, `client ${sent}`, 'en')
  const token = await linkIn(server.mails.at(-1)?.data, '/confirm-email')
  expect(JSON.stringify(await database.client.emailConfirmation.findMany())).not.toContain(token)
  expect(await mails.sendConfirmation(ana, 'another client', 'en')).toMatchObject({ retryAfterMs: expect.any(Number) })
  expect(server.mails).toHaveLength(5)
})

test('a mailbox gets at most ten links a day, even if different plus addresses and clients request them', async () => {
  const mails = createAlertMail(portsOf())
  const [name, domain] = email.split('@')
  for (let at = 0; at < 11; at += 1) {
    await database.client.user.update({ where: { id: ana.id }, data: { email: `${name}+${at}@${domain}` } })
    const answer = await mails.sendConfirmation(ana, `client ${at}`, 'en')
    expect(answer).toEqual(at < 10 ? { ok: true } : { ok: false, retryAfterMs: expect.any(Number) })
  }
  expect(server.mails).toHaveLength(10)
})

test('the queue retries when the mail server is down, and the alert shows the failed attempt', async () => {
  const down = await openMailServer()
  await down[Symbol.asyncDispose]()
  // Creates the tables of the queue, so that the alert gets a job.
  await (await openAlertMails(database.url, portsOf()))[Symbol.asyncDispose]()
  await confirmed(createAlertMail(portsOf()))
  const alert = await falls()
  await expect(mailAlert(portsOf(down), alert)).rejects.toThrow('The mail server could not be reached')
  expect(await database.client.alertMail.findFirst()).toMatchObject({ state: 'failed', attempts: 1 })
  const searches = createSavedSearches(fakePorts({ db: database.client, clock, sources: [] }))
  expect((await searches.list(ana))[0]?.alerts).toMatchObject([{ mail: 'failed' }])
  await using _queue = await openAlertMails(database.url, portsOf())
  await expect.poll(stateOf).toBe('sent')
  expect(server.mails).toHaveLength(1)
})

test('after a restore, which brings no jobs, a failed mail is tried again once, unless its alert is too old', async () => {
  const down = await openMailServer()
  await down[Symbol.asyncDispose]()
  await confirmed(createAlertMail(portsOf()))
  const alert = await falls()
  await expect(mailAlert(portsOf(down), alert)).rejects.toThrow('The mail server could not be reached')
  await database.client.alertMail.updateMany({ data: { triedAt: new Date(Date.now() - hourMs) } })
  const now = clock.now()
  const later = { ...portsOf(), clock: { now: () => now + 25 * hourMs } }
  await (await openAlertMails(database.url, later))[Symbol.asyncDispose]()
  expect(await stateOf()).toBe('failed')
  {
    await using _queue = await openAlertMails(database.url, portsOf())
    await expect.poll(stateOf).toBe('sent')
  }
  // The server refused the mail for good after this start of the queue, so no job is missing.
  await database.client.alertMail.updateMany({ data: { state: 'failed' } })
  await (await openAlertMails(database.url, portsOf()))[Symbol.asyncDispose]()
  expect(await database.client.$queryRaw`select key from graphile_worker.jobs`).toEqual([])
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

test('without a mail server the app reports that it sends no mails', async () => {
  const mails = createAlertMail({ ...portsOf(), mailer: undefined })
  expect(await mails.state(ana)).toEqual({ kind: 'no_mail' })
  expect(await mails.sendConfirmation(ana, 'client', 'en')).toEqual({ ok: false, problem: 'sendsNone' })
})

test('a person who requests the confirmation link in German gets the link and the alerts in German', async () => {
  const ports = portsOf()
  const mails = createAlertMail(ports)
  await mails.sendConfirmation(ana, 'client', 'de')
  const link = await parsed(server.mails[0]?.data)
  expect(link.subject).toBe('Bestätigen Sie Ihre Adresse für Preisalarme')
  expect(link.text).toContain('Jemand, wahrscheinlich Sie, hat travel.aw gebeten')
  await mails.confirm(tokenIn(link.text, '/confirm-email'))
  await mailAlert(ports, await falls())
  const alert = await parsed(server.mails[1]?.data)
  expect(alert.subject).toBe('Amsterdam nach Oranjestad: Der Preis ist auf 400\u00a0$ gefallen')
  expect(alert.text).toContain('Der erste Preis betrug 500\u00a0$.')
  expect(alert.html).toContain('<html lang="de" dir="ltr">')
  expect(alert.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'de' }))
})

test('mails are in the language that the person chose last, or in English if the app does not support it', async () => {
  const ports = portsOf()
  const mails = createAlertMail(ports)
  const subjectOf = async (alert: string) => {
    await mailAlert(ports, alert)
    await database.client.savedSearch.deleteMany()
    return (await parsed(server.mails.pop()?.data)).subject
  }
  await confirmed(mails, 'de')
  await mails.switchMails(ana, true, 'es')
  expect(await subjectOf(await falls())).toContain('el precio bajó a')
  const noted = await falls()
  await mails.writeIn(ana, 'ja')
  expect(await subjectOf(noted)).toContain('料金が$400に下がりました')
  await database.client.user.update({ where: { id: ana.id }, data: { mailLanguage: 'tlh' } })
  expect(await subjectOf(await falls())).toContain('the price fell to $400')
})
