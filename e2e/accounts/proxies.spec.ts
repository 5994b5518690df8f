import { isContinuousIntegration } from '../../scripts/testing/needs.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { newPerson, signUp } from '../support/people.ts'
import { defaultBlock, documentedBlock, hasProxy, type ProxyName, startProxy } from '../support/proxies.ts'
import { expect, test } from '../support/test.ts'

// The tests share one app, whose start takes longer than any of them.
test.describe.configure({ mode: 'serial' })

const site = 'travel.example.com'
let app: OwnApp

test.beforeAll(async () => {
  app = await createOwnApp({ NEXTAUTH_URL: `https://${site}`, TRAVEL_TRUST_PROXY: '1' })
  await app.start()
})
test.afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
})

const skipWithout = (name: ProxyName) =>
  test.info().skip(!isContinuousIntegration && !hasProxy(name), `needs ${name}: install the package ${name}`)
const appPort = () => Number(new URL(app.url).port)

const cases = [
  { what: 'nginx as the documentation has it', name: 'nginx', block: () => documentedBlock('nginx'), passesHost: true },
  { what: 'nginx with its defaults', name: 'nginx', block: () => defaultBlock, passesHost: false },
  { what: 'Caddy as the documentation has it', name: 'caddy', block: () => documentedBlock('caddy'), passesHost: true },
] as const

for (const { what, name, block, passesHost } of cases) {
  test(`people sign up, sign out and sign in behind ${what}, with and without JavaScript`, async ({
    playwright,
    launchOptions,
  }) => {
    skipWithout(name)
    await using proxy = await startProxy(name, block(), appPort())
    const rule = `--host-resolver-rules=MAP ${site} 127.0.0.1:${proxy.port}`
    await using outside = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), rule],
    })
    const before = app.printed().length
    for (const javaScriptEnabled of [true, false]) {
      const options = { baseURL: `https://${site}`, ignoreHTTPSErrors: true, javaScriptEnabled }
      await using context = await outside.newContext(options)
      const page = await context.newPage()
      const person = newPerson()
      await signUp(page, person)
      await page.goto('/account')
      await expect(page.getByRole('main')).toContainText(person.email)
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect(page).toHaveURL('/')
      await page.goto('/sign-in?next=/account')
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password').fill(person.password)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page).toHaveURL('/account')
      await expect(page.getByRole('main')).toContainText(person.email)
    }
    expect(app.printed().slice(before)).not.toContain('origin')

    // The proxy names this machine as the client. Only with the public host is this no page with a rebound name.
    const request = await playwright.request.newContext({ ignoreHTTPSErrors: true })
    const figures = (host: string) =>
      request.get(`https://127.0.0.1:${proxy.port}/metrics`, { headers: { host } }).then((answer) => answer.status())
    if (name === 'nginx') {
      expect(await figures(site)).toBe(passesHost ? 200 : 401)
      expect(await figures('evil.example')).toBe(401)
    }
    await request.dispose()
  })
}

test('people sign up under a second name, which a trusted proxy states', async ({ playwright, launchOptions }) => {
  skipWithout('nginx')
  await using proxy = await startProxy('nginx', documentedBlock('nginx'), appPort())
  const rule = `--host-resolver-rules=MAP www.${site} 127.0.0.1:${proxy.port}`
  await using outside = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), rule],
  })
  await using context = await outside.newContext({ baseURL: `https://www.${site}`, ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const person = newPerson()
  await signUp(page, person)
  await page.goto('/account')
  await expect(page.getByRole('main')).toContainText(person.email)
})

test('who opens the app at an address that it does not know reads why nothing happened, and the log has both', async ({
  playwright,
  launchOptions,
}) => {
  skipWithout('nginx')
  await using proxy = await startProxy('nginx', defaultBlock, appPort())
  const other = 'other.example.com'
  const rule = `--host-resolver-rules=MAP ${other} 127.0.0.1:${proxy.port}`
  await using outside = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), rule],
  })
  for (const javaScriptEnabled of [true, false]) {
    const options = { baseURL: `https://${other}`, ignoreHTTPSErrors: true, javaScriptEnabled }
    await using context = await outside.newContext(options)
    const page = await context.newPage()
    await page.goto('/sign-up')
    const { email, password } = newPerson()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText(/travel\.aw does not accept forms from this address/)).toBeVisible()
    expect(await app.inDatabase((db) => db.user.count({ where: { email } }))).toBe(0)
  }
  const [line = '{}'] = app
    .printed()
    .split('\n')
    .filter((text) => text.includes(other))
  expect(JSON.parse(line)).toMatchObject({
    level: 'warn',
    origin: `https://${other}`,
    host: `127.0.0.1:${appPort()}`,
    publicUrl: `https://${site}`,
  })
})
