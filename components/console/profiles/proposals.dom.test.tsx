import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsoleProfile } from '#lib/agents/model/console-profile.ts'
import type { ProposalView } from '#lib/agents/model/profile-schema.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { Proposals } from './proposals.tsx'
import { makeProfile } from './testing/make-profile.ts'

const proposal = (n: number, state: ProposalView['state'] = 'rejected'): ProposalView => ({
  proposal_id: `prop_${n}`,
  key: null,
  host: `host-${n}.example.com`,
  places: [],
  description: 'For more reports',
  state,
  expires_at: '2999-01-01T00:00:00.000Z',
})
const profile = makeProfile({ locked_at: '2026-11-20T11:00:00.000Z', locked: true, state: 'locked' })
const open = (shown: Partial<ConsoleProfile>) => openInConsole(<Proposals profile={{ ...profile, ...shown }} />)
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

test.each([
  ['revoked', 'Cannot be applied: the profile is revoked.'],
  ['expired', 'The profile has expired: give it a later expiry to apply this.'],
] as const)('a proposal of a profile that is %s can only be rejected, and says why', (state, why) => {
  open({ state, proposals: [proposal(1, 'pending')], proposals_total: 1 })
  expect(screen.getByText(why)).toBeDefined()
  expect(buttons()).toEqual(['Reject'])
})

test('a proposal of a locked profile can be applied', () => {
  open({ proposals: [proposal(1, 'pending')], proposals_total: 1 })
  expect(buttons()).toEqual(['Reject', 'Apply as version 2'])
})

test('a proposal to sign with a key says what for, how long it lasts and what it risks', () => {
  const asked: ProposalView = {
    ...proposal(1, 'pending'),
    key: 'SIGN_KEY',
    host: null,
    places: ['path', 'jwt', 'hmac'],
  }
  open({ proposals: [asked], proposals_total: 1 })
  const shown = screen.getByRole('listitem').textContent
  expect(shown).toContain('Scripts may use it in the path.')
  expect(shown).toContain('Scripts may use it in tokens (JWT), each valid for 60 minutes at most.')
  expect(shown).toContain('Scripts may use it in signatures of any text (HMAC). They have no end')
  expect(
    screen.getByRole('button', { name: /^Apply as version 2: Use the key SIGN_KEY, also in the path, / }),
  ).toBeDefined()
})

test('states how many proposals there are, and shows older ones page by page', async () => {
  const asked = vi.fn(async (path: string) =>
    path.includes('after=1.prop_4')
      ? Response.json({ proposals: [proposal(3), proposal(2, 'lapsed')], next: '1.prop_2' })
      : Response.json({ proposals: [proposal(1)], next: null }),
  )
  vi.stubGlobal('fetch', asked)
  const proposals = [proposal(4), proposal(5), proposal(6, 'pending')]
  open({ proposals, proposals_total: 1006, older_proposals: '1.prop_4' })
  const names = () => screen.getAllByRole('listitem').map((row) => /host-\d/.exec(row.textContent ?? '')?.[0])
  expect(screen.getByText('1 waiting, 1,005 decided or lapsed, of which the latest 2 are below')).toBeDefined()
  expect(names()).toEqual(['host-6', 'host-5', 'host-4'])
  await userEvent.click(screen.getByRole('button', { name: 'Show older proposals' }))
  expect(await screen.findByText('Contact host-2.example.com')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Older proposals' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show older proposals' }))
  expect(await screen.findByText('Contact host-1.example.com')).toBeDefined()
  expect(names()).toEqual(['host-6', 'host-5', 'host-4', 'host-3', 'host-2', 'host-1'])
  expect(screen.queryByRole('button', { name: 'Show older proposals' })).toBeNull()
  expect(asked.mock.calls.map(([path]) => path)).toEqual([
    '/api/console/profiles/prof_1/proposals?after=1.prop_4',
    '/api/console/profiles/prof_1/proposals?after=1.prop_2',
  ])
})

test('without older proposals, the box has no button and states only the counts', () => {
  open({ proposals: [proposal(1)], proposals_total: 1 })
  expect(screen.getByText('0 waiting, 1 decided or lapsed')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
