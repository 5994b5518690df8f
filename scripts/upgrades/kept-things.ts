import type { Browser, BrowserContext } from '@playwright/test'
import * as z from 'zod'
import { StepError } from '../steps.ts'
import type { RunningVersion } from './versions.ts'

/** What has to survive: an account that is an operator, a credential, a profile with it, and an execution. */
type KeptThings = { readonly profileId: string; readonly executionId: string }

const person = { email: 'operator@example.com', password: 'four quiet words before' }
const credential = { name: 'REPORTS_REGION', value: 'the-region-of-before' }
/** A setting is encrypted like every credential, and a script may return its value. */
const script = `set_result(await settings.get('${credential.name}'))`

const Execution = z.looseObject({ status: z.string(), result: z.unknown() })
const Profiles = z.looseObject({ profiles: z.tuple([z.looseObject({ id: z.string() })]) })

/** Makes them as people and agents do, with what the pages and the HTTP API of every version have in common. */
export async function makeThings(browser: Browser, { url, printed }: RunningVersion): Promise<KeptThings> {
  await using context = await openContext(browser, url)
  const page = await context.newPage()
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('/')
  await page.goto('/operator')
  await page.getByLabel('Operator token').fill(/atk_[0-9A-Za-z]{22}/.exec(printed())?.[0] ?? '')
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await page.waitForURL((now) => now.pathname !== '/operator')

  const ask = askerOf(context, url)
  await ask('/api/console/credentials', { ...credential, use: { kind: 'setting' } })
  const keys = [{ name: credential.name, description: 'Where reports are from' }]
  const created = await ask('/profiles', { description: 'Reports of before', keys, hosts: ['api.example.com'] })
  const { profile_id: profileId } = z.looseObject({ profile_id: z.string() }).parse(created)
  const [{ id }] = Profiles.parse(await ask('/api/console/profiles')).profiles
  await ask(`/api/console/profiles/${id}/lock`, { version: 1 })
  return { profileId, executionId: await execute(ask, profileId) }
}

/** @throws StepError or another error if one of them is not as it was */
export async function findThings(browser: Browser, { url }: RunningVersion, kept: KeptThings): Promise<void> {
  await using context = await openContext(browser, url)
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('/')

  const ask = askerOf(context, url)
  const [{ id }] = Profiles.parse(await ask('/api/console/profiles')).profiles
  await ask(`/api/console/profiles/${id}`)
  await requireResult(ask, kept.executionId)
  await requireResult(ask, await execute(ask, kept.profileId))
}

type Ask = (path: string, data?: object) => Promise<unknown>

/** Without scripts, so that no form is sent before its page has become interactive. */
const openContext = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, javaScriptEnabled: false })

const askerOf =
  ({ request }: BrowserContext, url: string): Ask =>
  async (path, data) => {
    const headers = { origin: url }
    const answer = await (data === undefined ? request.get(path) : request.post(path, { headers, data }))
    if (!answer.ok()) throw new StepError(`${path} answers ${answer.status()}.`, await answer.text())
    return answer.json()
  }

async function execute(ask: Ask, profileId: string): Promise<string> {
  const sent = await ask('/execute', { profile_id: profileId, language: 'javascript', script })
  const { execution_id: executionId } = z.looseObject({ execution_id: z.string() }).parse(sent)
  await requireResult(ask, executionId)
  return executionId
}

async function requireResult(ask: Ask, executionId: string): Promise<void> {
  const read = async () => Execution.parse(await ask(`/executions/${executionId}?wait=20`))
  let execution = await read()
  while (execution.status === 'pending' || execution.status === 'running') execution = await read()
  if (execution.result === credential.value) return
  throw new StepError('The execution has another result.', JSON.stringify(execution))
}
