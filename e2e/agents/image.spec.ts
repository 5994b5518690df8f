import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readBaseInputs } from '#runner/runtimes/container/images/base-inputs.ts'
import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { buildAppImage } from '../../scripts/image/build-image.ts'
import { root } from '../../scripts/steps.ts'
import { isContinuousIntegration } from '../../scripts/testing/needs.ts'
import { askForProfile, lockProfile } from '../support/agents.ts'
import { newPerson, signUp } from '../support/people.ts'
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

test.describe.configure({ mode: 'serial' })

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
    ['volume', 'rm', '--force', name],
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

test('one command of SKILL.md leads from the image to the result of a script; after a crash everything is there, and flights are found; the app stops by itself', async ({
  browser,
}) => {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
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

  const [token = ''] = /atk_[0-9A-Za-z]{22}/.exec(await docker('logs', name)) ?? []
  const context = await browser.newContext({ baseURL: url, extraHTTPHeaders: {} })
  const operator = await context.newPage()
  await signUp(operator, newPerson())
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

  const shown = await context.request.post('/api/console/setup-code', { headers: { origin: url } })
  const { header, code } = await shown.json()
  const keys = [{ name: 'REPORTS_API_KEY', description: 'Reads reports' }]
  const asked = { description: 'First reports', keys, hosts: ['api.example.com'] }
  const profile_id = await askForProfile(context.request, asked, { [header]: code })
  await lockProfile(operator, 'First reports')

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
