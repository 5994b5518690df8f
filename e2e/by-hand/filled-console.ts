import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { noteBackup } from '#lib/platform/server/backup/last-backup.ts'
import { newId } from '#runner/contract/ids.ts'
import { askForProfile, fromHere, lockProfile } from '../support/agents.ts'
import { withDatabase } from '../support/database.ts'
import { keepBackups } from '../support/kept-backups.ts'
import { haveAccount } from '../support/people.ts'
import { setting } from '../support/setting.ts'
import { expect } from '../support/test.ts'

const dayMs = 24 * 60 * 60_000

const refused = "print('Reading prices')\nawait fetch('https://elsewhere.example.com/prices')\nset_result(1)"

/** What the console of a week in use shows. `execution`: the recorded id of the refused script. */
export type Filled = { readonly profile: string; readonly credential: string; readonly execution: string }

/** Makes the person of the page an operator, and fills the console with what agents did yesterday and today. */
export async function fillConsole(page: Page, request: APIRequestContext, appUrl: string): Promise<Filled> {
  await haveAccount(page.request, 'operator')
  const label = randomBytes(3).toString('hex')
  const profile = `Weekly digest of prices ${label}`
  const token = await askForProfile(request, { description: profile, keys: [], hosts: ['api.example.com'] })
  await lockProfile(page, profile)
  const waiting = `Reads the mailbox of the team ${label}`
  const keys = [{ name: `MAILBOX_${label.toUpperCase()}`, description: 'To read mail' }]
  await askForProfile(request, { description: waiting, keys, hosts: ['mail.example.com'] })
  for (const script of ['set_result({ lowest: 412 })', 'set_result({ lowest: 398 })', refused]) {
    const sent = await request.post('/execute', {
      headers: fromHere,
      data: { profile_id: token, script, language: 'javascript' },
    })
    const { execution_id: secret } = await sent.json()
    await request.get(`/executions/${secret}?wait=20`, { headers: fromHere })
  }
  const credential = `CRM_LOGIN_${label.toUpperCase()}`
  const expires_at = new Date(Date.now() + 20 * dayMs).toISOString()
  await send(page, appUrl, 'credentials', {
    ...{
      name: credential,
      use: { kind: 'bearer' },
      hosts: ['api.example.com'],
      value: 'a-long-secret-value',
      expires_at,
    },
  })
  await send(page, appUrl, 'agent-keys', { slug: `voice-${label}`, description: 'The phone', skills: ['*'] })
  const execution = await withDatabase(async (db) => {
    const rows = await db.execution.findMany({
      where: { script: { profile: { description: profile } } },
      orderBy: { startedAt: 'asc' },
    })
    const [first, second, last] = rows.map(({ id }) => id)
    await db.$executeRaw`
      update executions set started_at = started_at - interval '1 day', finished_at = finished_at - interval '1 day'
      where id in (${first}, ${second})`
    const messages = [
      { text: 'The digest of this week is ready.', state: 'delivered', urgent: false },
      { text: 'A traveler asks for a call back.', state: 'delivery_failed', urgent: true },
    ] as const
    await db.operatorMessage.createMany({
      data: messages.map((message, seq) => ({
        ...{ id: newId('msg', randomBytes), executionId: last ?? null, seq, skill: 'send-message' },
        ...{ principalId: 'user_1', notedAt: new Date(), attempts: 1, channel: 'webhook', ...message },
        lastError: message.state === 'delivered' ? null : 'The webhook answered with status 503',
      })),
    })
    return last ?? ''
  })
  const backupBytes = 48_200_000
  await keepBackups(backupBytes)
  await noteBackup(setting('TRAVEL_E2E_DATA_DIR'), {
    at: new Date(Date.now() - dayMs / 3).toISOString(),
    bytes: backupBytes,
  })
  return { profile, credential, execution }
}

async function send(page: Page, origin: string, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`/api/console/${path}`, { headers: { origin }, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}
