import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ConsolePlan, PlanLine, PlannedSkill } from '#lib/console/model/console-install.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { InstallPage } from './install-page.tsx'

const rates: PlannedSkill = {
  name: 'rates',
  version: '1.1.0',
  description: 'Gives rates.',
  author: null,
  license: null,
  source: 'registry:https://skills.example.com/index.json#rates',
  commit: null,
  publisher: null,
  tier: 'untrusted',
  digest: 'b'.repeat(64),
  installed: { version: '1.0.0', tier: 'untrusted' },
  is_lower: false,
  is_prompt: false,
  is_requested: true,
  was_rolled_back: false,
  needs_approval: true,
  verdict: 'admit',
  gates: [],
  chains: [],
  findings: [],
  limits: [],
  inherits: [],
  steps: [],
  permissions: ['api.example.com', 'cdn.example.com'].map((item) => ({
    permission: 'network.egress',
    item,
    requested: true,
    from: [],
    approved: true,
    tier: true,
    source: true,
    config: true,
    effective: true,
    reason: null,
    is_new: item.startsWith('cdn'),
  })),
  no_longer: [{ permission: 'secrets', item: 'RATES_KEY' }],
  rules: [{ field: 'limits.timeout_ms', before: '', after: '9000' }],
  files: { added: [], removed: [], changed: ['main.ts'] },
  runtimes: [],
  capability: null,
  credentials: [],
  needs: [],
  needed_by: [],
  conflicts: [],
}
const plan = (more: Partial<ConsolePlan> = {}): ConsolePlan => ({
  asked: 'rates',
  digest: 'a'.repeat(64),
  opens: null,
  skills: [rates],
  children: [],
  ...more,
})
const lines = (...all: PlanLine[]) => new Response(all.map((line) => `${JSON.stringify(line)}\n`).join(''))

type Sent = { readonly path: string; readonly body: unknown }

/** Opens the page. Each request is answered with the next answer. */
function open(query: string, ...answers: (() => Response | Promise<Response>)[]): readonly Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (path: string, { body, signal }: RequestInit) => {
    sent.push({ path, body: JSON.parse(String(body)) })
    const next = answers.shift()
    if (next) return next()
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  })
  openInConsole(<InstallPage />, query)
  return sent
}

test('an update shows what it asks for more and less, and approves exactly the plan that was shown', async () => {
  const sent = open(
    'update=rates',
    () => lines({ type: 'fetch', source: rates.source }, { type: 'plan', plan: plan() }),
    () => Response.json({ installed: ['rates'], lock_problem: null }),
  )
  const added = (await screen.findByText('Contact cdn.example.com')).closest('li')
  expect(added?.textContent).toContain('+ New')
  expect(screen.getByText('Contact api.example.com').closest('li')?.textContent).not.toContain('New')
  expect(screen.getByText('Use the secret RATES_KEY').closest('li')?.textContent).toContain('Gone')
  expect(screen.getByText('9000')).toBeTruthy()
  // What an update asks for more starts off.
  expect(screen.getByRole('button', { name: 'Update, allow nothing new' })).toBeTruthy()
  expect(added?.textContent).toContain('Requests to cdn.example.com are refused.')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Allow: Contact cdn.example.com' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Allow: Contact api.example.com' }))
  await userEvent.click(screen.getByRole('button', { name: 'Update, allow 1 new' }))
  expect(await screen.findByText('Installed: rates.')).toBeTruthy()
  expect(sent.map(({ body }) => body)).toEqual([
    { update: 'rates' },
    {
      request: { update: 'rates' },
      plan: 'a'.repeat(64),
      refused: [{ skill: 'rates', permission: 'network.egress', item: 'api.example.com' }],
    },
  ])
})

test('a plan that changed meanwhile is shown anew, with the reason', async () => {
  const message = 'What would be installed has changed since the page showed it.'
  const fewer = plan({ digest: 'c'.repeat(64), skills: [{ ...rates, permissions: [] }] })
  open(
    'update=rates',
    () => lines({ type: 'plan', plan: plan() }),
    () => Response.json({ error: { code: 'CONFLICT', message } }, { status: 409 }),
    () => lines({ type: 'plan', plan: fewer }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Update, allow nothing new' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was installed')
  expect(screen.getByRole('button', { name: 'Approve the update' })).toBeTruthy()
})

test('a higher tier needs the name of the skill, and Enter never approves', async () => {
  const opens = {
    tier: 'verified',
    limits: { timeout_ms: 15_000, memory_mb: 64, fuel: 5_000 },
    runtimes: ['quickjs'],
    permissions: [],
  } satisfies ConsolePlan['opens']
  const risen = plan({ opens, skills: [{ ...rates, installed: null }] })
  const sent = open(
    `source=${encodeURIComponent(rates.source)}`,
    () => lines({ type: 'plan', plan: risen }),
    () => Response.json({ installed: ['rates'], lock_problem: 'read-only' }),
  )
  const button = await screen.findByRole('button', { name: 'Install with 2 permissions' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/without a container around it/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Type rates if you trust its author'), 'rates{Enter}')
  expect(sent).toHaveLength(1)
  await userEvent.click(button)
  expect((await screen.findByRole('alert')).textContent).toContain('read-only')
  expect(sent[1]?.body).toMatchObject({ trust: 'rates' })
})

test.each([
  ['verified', 'Its tier becomes untrusted. The installed version is verified, and may do more.'],
  ['untrusted', undefined],
] as const)('a skill that is installed as %s loses that tier only with a warning', async (tier, warning) => {
  const installed = { version: '1.0.0', tier }
  open('source=./reviewed', () => lines({ type: 'plan', plan: plan({ skills: [{ ...rates, installed }] }) }))
  await screen.findByRole('region', { name: `rates ${rates.version}` })
  expect(screen.queryByText(/^Its tier becomes/)?.textContent).toBe(warning)
})

test('shows the step that runs, and stops asking when it is cancelled', async () => {
  open('update=rates')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect((await screen.findByText('Cancelled.')).closest('[role=status]')?.textContent).toContain(
    'Nothing was installed.',
  )
})

test('says why a skill cannot be installed, and offers to try again', async () => {
  open('update=rates', () => lines({ type: 'problem', message: 'example.com cannot be reached.' }))
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('This cannot be installed. example.com cannot be reached.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an address without a skill offers the way to the list', async () => {
  open('')
  expect((await screen.findByRole('alert')).textContent).toContain('This address names no skill.')
})

test('shows the steps of a skill as a tree, each with its action and what its skill asks for', async () => {
  const step = {
    version: '2.0.0',
    tier: 'local',
    actions: ['find'],
    permissions: ['network.egress api.example.com'],
  } as const
  const row = { ...step, actions: [...step.actions], permissions: [...step.permissions] }
  const steps: PlannedSkill['steps'] = [
    { ...row, name: 'inner', level: 1 },
    { ...row, name: 'search', level: 2 },
    { ...row, name: 'search', level: 1 },
  ]
  open('update=rates', () => lines({ type: 'plan', plan: plan({ skills: [{ ...rates, steps }] }) }))
  const first = (await screen.findByText('inner 2.0.0')).closest('li')
  expect(first?.textContent).toContain('find, network.egress api.example.com')
  expect(screen.getAllByText('search 2.0.0').map((each) => first?.contains(each))).toEqual([true, false])
})

test('shows what the skill inherits as a tree, and who asks for each permission', async () => {
  const ancestor = { version: '2.0.0', tier: 'untrusted', permissions: ['network.egress api.example.com'] } as const
  const inherits: PlannedSkill['inherits'] = [
    { ...ancestor, name: 'parent', level: 1, permissions: [...ancestor.permissions], actions: ['look'] },
    { ...ancestor, name: 'grandparent', level: 2, permissions: [], actions: [] },
  ]
  const permissions = rates.permissions.map((row) => ({ ...row, from: ['parent'] }))
  open('update=rates', () => lines({ type: 'plan', plan: plan({ skills: [{ ...rates, inherits, permissions }] }) }))
  const parent = (await screen.findByText('parent 2.0.0')).closest('li')
  expect(parent?.textContent).toContain('look, network.egress api.example.com')
  expect(screen.getByText('grandparent 2.0.0').closest('li')?.parentElement?.closest('li')).toBe(parent)
  expect(screen.getByText('Contact api.example.com').closest('li')?.textContent).toContain('Asked for by parent.')
})

test('says what a plan changes for the skills that inherit from it', async () => {
  const child = { name: 'packing', added: ['host b.example.com'], removed: [], lost_actions: ['list'], tier: null }
  open('update=rates', () => lines({ type: 'plan', plan: plan({ children: [child] }) }))
  expect(await screen.findByText('It no longer has the action list.')).toBeTruthy()
  expect(screen.getByText(/It asks for host b.example.com, and gets it only after/)).toBeTruthy()
})
