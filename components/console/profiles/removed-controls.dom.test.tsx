import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import type { ProposalView } from '#lib/agents/model/profile-schema.ts'
import { useProfile } from '#lib/console/client/use-profiles.ts'
import { ConsolePage } from '../console-page.tsx'
import { stored } from '../testing/make-credential.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { HostList } from './host-list.tsx'
import { KeyList } from './key-list.tsx'
import { SetupCodeBox } from './profiles-page.tsx'
import { Proposals } from './proposals.tsx'
import { makeProfile, wanted } from './testing/make-profile.ts'

const proposal: ProposalView = {
  proposal_id: 'prop_1',
  key: null,
  host: 'files.example.com',
  places: [],
  description: 'For more reports',
  state: 'pending',
  expires_at: '2999-01-01T00:00:00.000Z',
}
const unlocked = makeProfile({ keys: [wanted], hosts: ['api.example.com'] })
const locked = makeProfile({
  locked_at: '2026-11-20T11:00:00.000Z',
  locked: true,
  state: 'locked',
  proposals: [proposal],
  proposals_total: 1,
})

type Part = (profile: ConsoleProfile) => ReactNode

function Page({ part }: { part: Part }) {
  const { data } = useProfile('prof_1')
  return <ConsolePage title="Profile">{data && part(data.profile)}</ConsolePage>
}

/** Opens a part of the profile's page. The server has `before`, and `after` once it has got a change. */
async function open(
  part: Part,
  before: ConsoleProfile,
  after: ConsoleProfile,
  answer: () => Response | Promise<Response>,
) {
  let profile = before
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    if (method !== 'GET') {
      sent.push(JSON.parse(String(body)))
      profile = after
      return answer()
    }
    if (path !== '/api/console/profiles/prof_1') return Response.json({ credentials: [] })
    const activity = { running: 0, awaiting_llm: 0, total: 0, last_at: null }
    const default_limits = { timeout_s: 30, memory_mb: 128, fuel: 1000, concurrency: 4, llm_wait_s: 3600 }
    return Response.json({ profile, activity, default_limits })
  })
  openInConsole(<Page part={part} />)
  await screen.findByRole('region')
  return sent
}
const expectFocusOnPage = () => waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
const gone = (role: string, name: string) => waitFor(() => expect(screen.queryByRole(role, { name })).toBeNull())

const decided = { ...locked, proposals: [{ ...proposal, state: 'rejected' as const }] }

test.each([
  {
    what: 'Remove SALES_KEY',
    part: (profile: ConsoleProfile) => <KeyList profile={profile} filling={null} />,
    before: unlocked,
    after: { ...unlocked, keys: [] },
    change: { keys: { remove: ['SALES_KEY'] } },
  },
  {
    what: 'Remove api.example.com',
    part: (profile: ConsoleProfile) => <HostList profile={profile} />,
    before: unlocked,
    after: { ...unlocked, hosts: [] },
    change: { hosts: { remove: ['api.example.com'] } },
  },
  {
    what: 'Reject: Contact files.example.com',
    part: (profile: ConsoleProfile) => <Proposals profile={profile} />,
    before: locked,
    after: decided,
    change: { verdict: 'rejected' },
  },
])(
  'after “$what”, which removes its button, the page gets the focus',
  async ({ what, part, before, after, change }) => {
    const sent = await open(part, before, after, () => Response.json(after))
    await userEvent.click(screen.getByRole('button', { name: what }))
    await gone('button', what)
    await expectFocusOnPage()
    await waitFor(() => expect(sent).toEqual([change]))
  },
)

test('after the value of a key is saved, which removes the form, the page gets the focus', async () => {
  const part: Part = (profile) => <KeyList profile={profile} filling={null} />
  const after = { ...unlocked, keys: [{ ...wanted, value_exists: true }] }
  await open(part, unlocked, after, () => Response.json(stored))
  await userEvent.type(screen.getByLabelText('Token'), 'a-secret-value')
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  await gone('form', 'Value of SALES_KEY')
  await expectFocusOnPage()
})

test('a saved value leaves the focus in a field to which the operator has gone on', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Response>()
  const part: Part = (profile) => <KeyList profile={profile} filling={null} />
  await open(part, unlocked, unlocked, () => answer)
  await userEvent.type(screen.getByLabelText('Token'), 'a-secret-value')
  await userEvent.click(screen.getByRole('button', { name: 'Save value' }))
  const next = screen.getByLabelText('Another key')
  await userEvent.click(next)
  resolve(Response.json(stored))
  expect(await screen.findByText('SALES_KEY has a value now.')).toBeTruthy()
  expect(document.activeElement).toBe(next)
})

test('the setup code gets the focus when it replaces its button', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ header: 'X-Setup-Code', code: 'the-code', is_open: false }))
  openInConsole(<SetupCodeBox />)
  await userEvent.click(screen.getByRole('button', { name: 'Show setup code' }))
  expect(await screen.findByText('X-Setup-Code: the-code')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('status'))
})

test.each(['Apply as version 2', 'Reject'])(
  'a refused “%s” is reported, and the proposal waits again',
  async (verb) => {
    const { promise: answer, resolve } = Promise.withResolvers<Response>()
    await open(
      (profile) => <Proposals profile={profile} />,
      locked,
      locked,
      () => answer,
    )
    const name = `${verb}: Contact files.example.com`
    await userEvent.click(screen.getByRole('button', { name }))
    await gone('button', name)
    const message = 'The profile has more than 64 hosts.'
    resolve(Response.json({ error: { code: 'CONFLICT', message } }, { status: 409 }))
    expect((await screen.findByRole('alert')).textContent).toContain(`Nothing was decided. ${message}`)
    expect(await screen.findByRole('button', { name })).toBeTruthy()
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([''])
  },
)
