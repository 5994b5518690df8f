import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from '@playwright/test'
import { readBaseInputs } from '#runner/runtimes/container/images/base-inputs.ts'
import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { buildAppImage } from '../../scripts/image/build-image.ts'
import { root } from '../../scripts/steps.ts'
import { isContinuousIntegration } from '../../scripts/testing/needs.ts'
import { askForProfile, lockProfile } from '../support/agents.ts'
import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { createOwnApp } from '../support/own-app.ts'
import { haveAccount, haveFreshSignIn, newPerson, signUp } from '../support/people.ts'
import { expectResults } from '../support/results.ts'
import { newSearch } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const run = promisify(execFile)
const docker = async (...args: string[]): Promise<string> => {
  const { stdout, stderr } = await run('docker', args, { maxBuffer: 64 * 1024 * 1024 })
  return stdout + stderr
}

/** The size of the pinned Debian image, which continuous integration cannot pull. */
const baseBytes = 75_000_000
const name = `travel-image-${randomUUID().slice(0, 8)}`
const tag = `${name}:test`

/** The operator of the image, whose session is in `context`. */
const person = newPerson()
let url: string
let context: BrowserContext

test.describe.configure({ mode: 'serial' })
// The first request of an export is refused, until the operator has entered the password.
test.use({ expectedErrors: [/status of 403 \(Forbidden\) \S+\/api\/console\/export$/] })

test.beforeAll(async () => {
  const { tag: base } = await readBaseInputs({ projectDir: root })
  const found = await createImageEngine()
    .find(base)
    .catch(() => undefined)
  const isMissing = found === undefined && !isContinuousIntegration
  test.info().skip(isMissing, 'needs the image of skills: start Docker, and run npm run skill -- images')
  const added = await buildAppImage({ base, tag })
  expect(baseBytes + added).toBeLessThan(400_000_000)
})
test.afterAll(async () => {
  for (const args of [
    ['rm', '--force', '--volumes', name],
    ['volume', 'rm', '--force', name, `${name}-restored`],
    ['rmi', '--force', tag],
  ]) {
    await docker(...args).catch(() => '')
  }
})

/**
 * The one command of the document that starts the image, with names and a port that belong to this test. The container
 * uses the network of the machine: a network of its own comes with a new interface, at which Chromium drops the requests
 * that the pages of other tests have queued (`ERR_NETWORK_CHANGED`).
 */
function documentedStart(port: number): string[] {
  const document = readFileSync(`${root}/SKILL.md`, 'utf8')
  const [command = ''] = /^docker run .*$/m.exec(document) ?? []
  const own = command
    .replace('--name travel ', `--name ${name} `)
    .replace('-p 9090:9090', `--network host --env HOST=127.0.0.1 --env PORT=${port}`)
    .replace('-v travel-data:/data', `-v ${name}:/data`)
    .replace(/travel\.aw$/, tag)
  expect(own.match(new RegExp(name, 'g'))).toHaveLength(3)
  return own.split(' ').slice(1)
}

/** Runs the command of the document that begins so, in this folder, on the network of the machine, with this test's names. */
async function runDocumented(beginning: string, folder: string): Promise<string> {
  const document = readFileSync(`${root}/SKILL.md`, 'utf8')
  const command = document.split('\n').find((line) => line.startsWith(beginning)) ?? ''
  const own = command
    .replaceAll('docker exec travel ', `docker exec ${name} `)
    .replace('docker cp travel:', `docker cp ${name}:`)
    .replace('docker run ', 'docker run --network host ')
    .replace('-v travel-data:', `-v ${name}-restored:`)
    .replace(' travel.aw ', ` ${tag} `)
  expect(own).toContain(name)
  const { stdout } = await run('sh', ['-c', own], { cwd: folder })
  return stdout
}

/** Lets an agent ask for a profile with a key, and the operator lock it. Returns the profile's token. */
async function newProfile(operator: Page, description: string): Promise<string> {
  const shown = await context.request.post('/api/console/setup-code', { headers: { origin: url } })
  const { header, code } = await shown.json()
  const keys = [{ name: 'REPORTS_API_KEY', description: 'Reads reports' }]
  const asked = { description, keys, hosts: ['api.example.com'] }
  const token = await askForProfile(context.request, asked, { [header]: code })
  await lockProfile(operator, description)
  return token
}

test('one command of SKILL.md leads from the image to the result of a script; after a crash everything is there, and flights are found', async ({
  browser,
}) => {
  const port = await findFreePort()
  url = `http://127.0.0.1:${port}`
  const healthy = () =>
    expect
      .poll(() =>
        fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true)
  // Where a container has a network of its own, other machines reach the app at the documented port.
  const config: unknown = JSON.parse(await docker('inspect', '--format', '{{json .Config}}', tag))
  expect(config).toMatchObject({
    ExposedPorts: { '9090/tcp': {} },
    Env: expect.arrayContaining(['HOST=0.0.0.0', 'PORT=9090']),
  })
  await docker(...documentedStart(port))
  await healthy()

  const logs = await docker('logs', name)
  expect(logs).toContain('Lost it? travel operator-token creates another.')
  const [token = ''] = /atk_[0-9A-Za-z]{22}/.exec(logs) ?? []
  context = await browser.newContext({ baseURL: url, extraHTTPHeaders: {} })
  const operator = await context.newPage()
  await signUp(operator, person)
  await operator.goto('/ui')
  await expect(operator).toHaveURL('/operator')
  await operator.getByLabel('Operator token').fill(token)
  await operator.getByRole('button', { name: 'Become the operator' }).click()
  await expect(operator).toHaveURL('/console')

  await operator.goto('/console/credentials?add=1')
  const form = operator.getByRole('region', { name: 'Add credential' })
  await form.getByLabel('Name', { exact: true }).fill('REPORTS_API_KEY')
  await form.getByLabel('Token', { exact: true }).fill('a-secret-of-some-length')
  await form.getByLabel('Hosts it may go to').fill('api.example.com')
  await form.getByRole('button', { name: 'Add credential' }).click()
  await expect(operator.getByText('REPORTS_API_KEY was added.')).toBeVisible()

  const profile_id = await newProfile(operator, 'First reports')

  const resultOf = async (language: string, script: string) => {
    const sent = await context.request.post('/execute', { data: { profile_id, language, script } })
    expect(sent.status(), await sent.text()).toBe(202)
    const { execution_id } = await sent.json()
    for (;;) {
      const polled = await context.request.get(`/executions/${execution_id}?wait=20`)
      const { status, result } = await polled.json()
      if (status !== 'pending' && status !== 'running') return result
    }
  }
  expect(await resultOf('python', 'set_result(sorted(settings.keys()))')).toEqual(['REPORTS_API_KEY'])

  await docker('kill', '--signal', 'KILL', name)
  await docker('start', name)
  await healthy()
  expect(await resultOf('javascript', 'set_result(await settings.keys())')).toEqual(['REPORTS_API_KEY'])
  const kept = await (await context.request.get('/api/console/executions')).text()
  expect(kept.match(/"id":"exec_/g)).toHaveLength(2)
  await operator.goto(`/search/flights?${new URLSearchParams(newSearch())}`)
  await expectResults(operator)
  await operator.close()
})

test('agents go on at another instance with their ids, after a move of three profiles with forty executions, of which one waits for its model', async ({
  page,
}) => {
  const passphrase = 'six words that nobody else knows'
  await using app = await createOwnApp({ TRAVEL_TRUST_PROXY: '0' })
  await app.start()
  const names = ['First', 'Second', 'Third'].map((name) => `${name} of the move`)
  const operator = await context.newPage()
  const profiles: string[] = []
  for (const name of names) profiles.push(await newProfile(operator, name))
  await operator.close()
  /** The agent's client: the same calls at either instance. */
  const at = (instance: string) => ({
    execute: async (profile_id: string, script: string): Promise<string> => {
      const data = { profile_id, script, language: 'javascript' }
      const sent = await context.request.post(`${instance}/execute`, { data })
      expect(sent.status(), await sent.text()).toBe(202)
      return (await sent.json()).execution_id
    },
    read: async (id: string) => (await context.request.get(`${instance}/executions/${id}?wait=30`)).json(),
    respond: (id: string) =>
      context.request.post(`${instance}/executions/${id}/respond`, { data: { response: 'Tuesday' } }),
  })
  const [here, there] = [at(url), at(app.url)]
  const numbers = Array.from({ length: 39 }, (_, number) => number)
  const ended = await Promise.all(numbers.map((n) => here.execute(profiles[n % 3] ?? '', `set_result(${n})`)))
  for (const id of ended) expect(await here.read(id)).toMatchObject({ status: 'completed' })
  const asking = `const keys = await settings.keys()
    set_result([keys, await llm.complete('Which day?')])`
  const waiting = await here.execute(profiles[0] ?? '', asking)
  expect(await here.read(waiting)).toMatchObject({ status: 'awaiting_llm' })

  const file = await test.step('the operator exports them, and says where the waiting one goes', async () => {
    await page.context().addCookies(await context.cookies())
    await page.goto(`${url}/console/backups`)
    const form = page.getByRole('form', { name: 'Export' })
    await form.getByText('Chosen ones').click()
    for (const name of names) await form.getByRole('checkbox', { name }).check()
    await form.getByRole('checkbox', { name: 'Move executions that wait' }).check()
    await form.getByLabel('Address of the other instance').fill(app.url)
    for (const name of ['Passphrase', 'Again']) await form.getByLabel(name, { exact: true }).fill(passphrase)
    await expectFit(page, 'the form of an export')
    await expectNoViolations(page)
    const exported = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Export' }).click()
    await page.getByLabel('Your password').fill(person.password)
    await page.getByRole('button', { name: 'Confirm' }).click()
    return (await exported).path()
  })

  await test.step('the first instance takes no answer any more, and says where the execution went', async () => {
    const refused = await here.respond(waiting)
    expect([refused.status(), (await refused.json()).error]).toMatchObject([
      409,
      { reason: 'moved_away', details: { moved_to: app.url } },
    ])
    expect(await here.read(waiting)).toMatchObject({ status: 'error', reason: 'moved_away' })
  })

  await test.step('the operator of the other one sees what comes, and imports it', async () => {
    await page.context().clearCookies()
    const other = await haveAccount(page.request, 'operator', app)
    await page.goto(`${app.url}/console/backups`)
    await haveFreshSignIn(other, app)
    await page.getByLabel('File to import').setInputFiles(file)
    await page.getByLabel('Passphrase of the file', { exact: true }).fill(passphrase)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const kind = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
    await expect(kind('Credentials')).toContainText('1 new, 0 equal')
    await expect(kind('Agents’ profiles')).toContainText('3 new, 0 equal')
    await expect(kind('History')).toContainText('39 new, 0 equal')
    await expect(kind('Waiting executions')).toContainText('1 new, 0 equal')
    await expectFit(page, 'the preview of an import')
    await expectNoViolations(page)
    await haveFreshSignIn(other, app)
    await page.getByRole('button', { name: 'Import 44' }).click()
    await expect(page.getByText(/was imported: 44 added, 0 overwritten/)).toBeVisible()
  })

  await test.step('the agent answers there with the same id and gets the result, and reads the ended ones', async () => {
    expect(await there.read(waiting)).toMatchObject({ status: 'awaiting_llm', llm_request: { prompt: 'Which day?' } })
    expect((await there.respond(waiting)).status()).toBe(200)
    expect(await there.read(waiting)).toMatchObject({ status: 'completed', result: [['REPORTS_API_KEY'], 'Tuesday'] })
    for (const [n, id] of ended.entries()) expect(await there.read(id)).toMatchObject({ result: n })
    const next = await there.execute(profiles[2] ?? '', 'set_result(40)')
    expect(await there.read(next)).toMatchObject({ status: 'completed', result: 40 })
  })
})

test('the documented commands restore a backup of the volume into another one; the audit trail and the files of the image are intact, no dead process is left, and the app stops by itself', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'travel-image-'))
  await runDocumented('docker exec travel travel backup', folder)
  await runDocumented('docker cp', folder)
  expect(await runDocumented('docker run --rm', folder)).toContain('Restored into /data')
  await rm(folder, { recursive: true })
  const unnamed = await docker('exec', name, 'travel', 'backup')
  expect(unnamed, 'a backup without a name is in the volume').toMatch(/^\/data\/travel-backup-/)
  expect(await docker('exec', name, 'travel', 'audit', 'verify')).toContain('is intact')
  expect(await docker('exec', name, 'id', '-u')).toBe('10001\n')
  // Everything else but the volume is as in the image.
  const changed = (await docker('diff', name)).split('\n').filter((line) => line !== '' && !/ \/tmp(?:\/|$)/.test(line))
  expect(changed).toEqual([])
  expect(await docker('top', name, '-o', 'pid,stat,comm')).not.toMatch(/ Z/)

  const stopped = performance.now()
  await docker('stop', '--time', '10', name)
  // Ended by itself: docker would have killed it with 137.
  expect(await docker('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0\n')
  expect(performance.now() - stopped).toBeLessThan(10_000)
  await context.close()
})
