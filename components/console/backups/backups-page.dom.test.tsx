import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { BackupRun, ConsoleBackups } from '#lib/console/model/console-backups.ts'
import type { ImportPreview } from '#lib/console/model/console-move.ts'
import type { BackupPlan } from '#lib/platform/model/backup-plan.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { BackupsPage } from './backups-page.tsx'

const none: ConsoleBackups = {
  ...{ plan: null, next_at: null, lock: null, has_s3_key: false },
  ...{ last_backup: null, last_test: null, runs: [] },
}
const files = [
  {
    ...{ name: 'travel-2026-11-25T03-00-00.airlock', made_at: '2026-11-25T03:00:00.000Z', bytes: 41_000_000 },
    test: { at: '2026-11-25T04:00:00.000Z', error: null },
  },
  { name: 'travel-2026-11-24T03-00-00.airlock', made_at: '2026-11-24T03:00:00.000Z', bytes: 40_000_000, test: null },
]
const counts = { new: 0, equal: 0, differs: 0, blocked: 0 }
const preview: ImportPreview = {
  ...{ digest: 'd1', made_at: '2026-11-20T16:41:00.000Z', made_on: 'atlas.example.com', made_by_version: '1.0.0' },
  kinds: {
    credentials: { ...counts, differs: 1 },
    profiles: { ...counts, new: 2, blocked: 1 },
    history: { ...counts, new: 5, equal: 3 },
    waiting: { ...counts, new: 3, blocked: 1 },
  },
  items: [
    {
      ...{ kind: 'credentials', name: 'REPORTS_API_KEY', title: 'REPORTS_API_KEY', verdict: 'differs' },
      fields: [
        { field: 'value', before: true, after: true },
        { field: 'hosts', before: ['api.example.com'], after: ['api.example.com', 'other.example.com'] },
      ],
      asks_again: ['prof_resting'],
    },
    {
      ...{ kind: 'profiles', name: 'prof_new', title: 'Weekly reports', verdict: 'new', asks_again: [] },
      fields: [
        { field: 'hosts', before: null, after: ['weekly.example.com'] },
        {
          field: 'keys',
          before: null,
          after: [
            { name: 'WEEKLY_KEY', description: '', by_operator: false, is_approved: true, places: ['query'] },
            { name: 'OTHER_KEY', description: '', by_operator: false, is_approved: false, places: [] },
          ],
        },
        { field: 'locked_at', before: null, after: '2026-11-20T16:00:00.000Z' },
        { field: 'expires_at', before: null, after: null },
      ],
    },
    { kind: 'profiles', name: 'prof_gone', title: 'Monthly reports', verdict: 'blocked', reason: 'revoked_here' },
    { kind: 'waiting', name: 'exec_1', title: 'exec_1', verdict: 'blocked', reason: 'other_credential' },
  ],
  ...{ more_blocked: 2, unfinished: 1 },
}

/** Answers as the server does. Returns the bodies of the requests that change something. */
function open(backups = none) {
  const sent: [string, unknown][] = []
  const user = userEvent.setup()
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    const json = typeof body === 'string' ? JSON.parse(body) : body
    if (method !== 'GET') sent.push([path.replace('/api/console', ''), json])
    if (path.endsWith('/preview') && json.passphrase !== 'the right passphrase') {
      const message = 'The passphrase does not open this file.'
      const error = { code: 'INVALID_INPUT', fault: 'caller', message, details: { passphrase: message } }
      return Response.json({ error }, { status: 400 })
    }
    if (path.endsWith('/preview')) return Response.json(preview)
    if (path.endsWith('/imports')) return Response.json({ id: 'imp_1', bytes: 9 })
    if (path.endsWith('/imports/imp_1')) return Response.json({ added: 7, overwritten: 1, skipped: 0, blocked: 1 })
    if (path.endsWith('/export')) return new Response('the file')
    if (path.endsWith('/backup-files')) return Response.json({ files, error: null })
    if (path.includes('/backup-files/')) return new Response('the backup')
    if (path.endsWith('/backups') && method === 'POST') return Response.json(json)
    return Response.json(backups)
  })
  openInConsole(<BackupsPage />)
  return { sent, user }
}

test('an import shows what differs and what cannot come, and overwrites only what the operator chose', async () => {
  const { sent, user } = open()
  await user.upload(await screen.findByLabelText('File to import'), new File(['a file'], 'atlas.airlock'))
  await user.type(await screen.findByLabelText('Passphrase of the file'), 'a wrong one{Enter}')
  expect(await screen.findByText('The passphrase does not open this file.')).toBeTruthy()
  await user.clear(screen.getByLabelText('Passphrase of the file'))
  await user.type(screen.getByLabelText('Passphrase of the file'), 'the right passphrase{Enter}')

  expect(await screen.findByText('value: another one → that of the file')).toBeTruthy()
  expect(screen.getByText('hosts: api.example.com → api.example.com, other.example.com')).toBeTruthy()
  expect(screen.getByText(/^If it is overwritten, its approval is asked again for prof_resting\.$/)).toBeTruthy()
  expect(screen.getByText('Weekly reports, prof_new')).toBeTruthy()
  expect(screen.getByText('hosts: weekly.example.com')).toBeTruthy()
  expect(screen.getByText('keys: WEEKLY_KEY (approved; also in query), OTHER_KEY')).toBeTruthy()
  expect(screen.getByText('lock: 2026-11-20T16:00:00.000Z')).toBeTruthy()
  expect(screen.queryByText(/^expiry/)).toBeNull()
  expect(screen.getByText('And 2 more that cannot come.')).toBeTruthy()
  expect(screen.getByText('It was revoked or deleted here, which is permanent.')).toBeTruthy()
  expect(screen.getByText('3 new, 0 equal, 1 cannot come')).toBeTruthy()
  expect(screen.getByText(/^A credential here differs from the one in the file/)).toBeTruthy()
  expect(screen.getByText(/1 execution had not ended/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Import 10' })).toBeTruthy()
  const row = within(screen.getByRole('group', { name: 'Where REPORTS_API_KEY differs' }))
  await user.click(row.getByRole('radio', { name: 'Overwrite' }))
  expect(screen.getByRole('button', { name: 'Import 11' })).toBeTruthy()
  await user.click(row.getByRole('radio', { name: 'Skip' }))
  const choice = within(screen.getByRole('group', { name: 'Where credentials differ' }))
  await user.click(choice.getByRole('radio', { name: 'Overwrite' }))
  await user.click(screen.getByRole('button', { name: 'Import 11' }))
  expect(await screen.findByText(/^atlas.airlock was imported: 7 added, 1 overwritten/)).toBeTruthy()
  expect(sent.at(-1)).toEqual([
    '/imports/imp_1',
    {
      ...{ passphrase: 'the right passphrase', digest: 'd1' },
      choices: { credentials: 'overwrite', profiles: 'skip', rows: [] },
    },
  ])
})

test('an export needs a passphrase of twelve characters, typed twice, and says how strong it is', async () => {
  const { sent, user } = open()
  const form = within(await screen.findByRole('form', { name: 'Export' }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  const button = form.getByRole('button', { name: 'Export' })
  await user.click(form.getByRole('radio', { name: 'Chosen ones' }))
  expect(form.getByText('It still needs a profile and a passphrase, typed twice.').id).toBe(
    button.getAttribute('aria-describedby'),
  )
  await user.click(form.getByRole('radio', { name: 'All profiles' }))
  await user.type(form.getByLabelText('Passphrase'), 'too short')
  expect(form.getByText(/^Too short/)).toBeTruthy()
  await user.type(form.getByLabelText('Passphrase'), ' at first but no longer')
  await user.type(form.getByLabelText('Again'), 'another')
  expect(form.getByText('The two passphrases differ.')).toBeTruthy()
  await user.click(button)
  expect(sent).toEqual([])
  await user.clear(form.getByLabelText('Again'))
  await user.type(form.getByLabelText('Again'), 'too short at first but no longer')
  expect(form.queryByText(/^It still needs/)).toBeNull()
  await user.click(button)
  expect(await screen.findByText(/^travel-.*\.airlock was made\.$/)).toBeTruthy()
  expect(sent).toEqual([
    [
      '/export',
      { profiles: 'all', with_history: true, waiting_to: null, passphrase: 'too short at first but no longer' },
    ],
  ])
})

test('an export moves waiting executions only when the operator says where to', async () => {
  const { sent, user } = open()
  const form = within(await screen.findByRole('form', { name: 'Export' }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  expect(form.getByText(/so do waiting ones/)).toBeTruthy()
  await user.click(form.getByRole('checkbox', { name: /^Move executions that wait/ }))
  await user.click(form.getByRole('button', { name: 'Suggest six words' }))
  await user.click(form.getByRole('button', { name: 'Export' }))
  expect(sent).toEqual([])
  await user.type(form.getByLabelText('Address of the other instance'), 'https://travel.example.com')
  await user.click(form.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/was made\.$/)).toBeTruthy()
  expect(sent).toMatchObject([['/export', { with_history: true, waiting_to: 'https://travel.example.com' }]])
})

test('without a passphrase in the environment, the page says that no backup is made, and names a failed run', async () => {
  const failed: BackupRun = {
    ...{ id: 'bkp_1', kind: 'backup', started_at: '2026-11-27T03:00:00.000Z', state: 'failed', duration_ms: 1200 },
    ...{ file: null, bytes: null, rows: null, error: 'The disk is full.' },
  }
  open({ ...none, runs: [failed], last_backup: failed })
  expect(await screen.findByText(/TRAVEL_BACKUP_PASSPHRASE is not set/)).toBeTruthy()
  expect(screen.getByText('The disk is full.')).toBeTruthy()
  expect(screen.getByText('Not scheduled')).toBeTruthy()
})

const plan: BackupPlan = { is_on: true, hour: 3, keep: 7, target: { kind: 'folder', path: '/srv/backups' } }

test('a schedule without an hour is not saved, and does not become one at midnight', async () => {
  const { sent, user } = open({ ...none, plan })
  const form = within(await screen.findByRole('form', { name: 'Schedule' }))
  const hour = form.getByRole('spinbutton', { name: 'Hour, in UTC' })
  await user.clear(hour)
  await user.click(form.getByRole('button', { name: 'Save the schedule' }))
  expect(form.getByRole('alert').textContent).toBe('The schedule was not saved. Correct the marked fields.')
  expect(form.getByText('Is required.')).toBeTruthy()
  expect(sent).toEqual([])
  await user.type(hour, '4')
  await user.click(form.getByRole('button', { name: 'Save the schedule' }))
  expect(await screen.findByText('The schedule is saved.')).toBeTruthy()
  expect(sent).toEqual([['/backups', { ...plan, hour: 4 }]])
})

test('a schedule that another operator has saved meanwhile is shown, and only what is typed here changes it', async () => {
  const backups = { ...none, plan }
  const { sent, user } = open(backups)
  const form = within(await screen.findByRole('form', { name: 'Schedule' }))
  const keep = form.getByRole('spinbutton', { name: 'Keep the last' })
  await user.clear(keep)
  await user.type(keep, '30')
  const moved = { ...plan, target: { kind: 'folder' as const, path: '/mnt/elsewhere' } }
  backups.plan = moved
  window.dispatchEvent(new Event('visibilitychange'))
  expect(await form.findByDisplayValue('/mnt/elsewhere')).toBeTruthy()
  await user.click(form.getByRole('button', { name: 'Save the schedule' }))
  expect(await screen.findByText('The schedule is saved.')).toBeTruthy()
  expect(sent).toEqual([['/backups', { ...moved, keep: 30 }]])
})

test('the kept files are listed with their size and last test, and one is downloaded', async () => {
  const { sent, user } = open()
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
  const box = within(await screen.findByRole('region', { name: 'Files' }))
  const row = within(await box.findByRole('row', { name: /25 Nov/ }))
  expect(row.getAllByText('41 MB')).toHaveLength(2)
  expect(row.getAllByText('Passed')).toHaveLength(2)
  await user.click(row.getByRole('button', { name: /^Download/ }))
  await vi.waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(sent).toEqual([['/backup-files/travel-2026-11-25T03-00-00.airlock', undefined]])
})

test('six suggested words fill both fields and are shown', async () => {
  const { user } = open()
  const form = within(await screen.findByRole('form', { name: 'Export' }))
  await user.click(form.getByRole('button', { name: 'Suggest six words' }))
  const words = (await form.findByText(/^[a-z]+( [a-z]+){5}$/)).textContent
  for (const label of ['Passphrase', 'Again']) expect(form.getByLabelText(label)).toHaveProperty('value', words)
})
