import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { AgentSkillRow } from '#lib/console/model/console-agent-skills.ts'
import { openInConsole } from '../testing/open-in-console.tsx'
import { AgentSkillsPage } from './agent-skills-page.tsx'

const row: AgentSkillRow = {
  name: 'rates',
  description: 'Gives rates.',
  version: '1.1.0',
  tier: 'local',
  permissions: [
    { permission: 'network.egress', item: 'api.example.com' },
    { permission: 'network.egress', item: 'cdn.example.com' },
    { permission: 'storage', item: '' },
  ],
  rule: null,
  kept_version: null,
  own_values: [],
}

type Sent = { readonly skill: string; readonly rule: unknown }

function renderPage(skills: readonly AgentSkillRow[], refusal?: object) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (_: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json({ slug: 'voice', skills })
    const change: Sent = JSON.parse(String(body))
    sent.push(change)
    return refusal ? Response.json({ error: refusal }, { status: 400 }) : Response.json({ skill: change.skill })
  })
  openInConsole(<AgentSkillsPage slug="voice" />)
  return sent
}

const change = async (name = 'rates') => {
  await userEvent.click(await screen.findByRole('button', { name: `Change ${name}` }))
  return within(screen.getByRole('form', { name: `Rule for ${name}` }))
}

test('saves a rule that keeps the release, lowers the tier, a limit and one permission, and takes it back', async () => {
  const sent = renderPage([row])
  const form = await change()
  await userEvent.selectOptions(form.getByLabelText('Release'), 'Keep 1.1.0')
  await userEvent.selectOptions(form.getByLabelText('Tier'), 'At most untrusted')
  await userEvent.type(form.getByLabelText('Time, milliseconds'), '5000')
  await userEvent.click(form.getByRole('checkbox', { name: /cdn\.example\.com/ }))
  await userEvent.click(form.getByRole('button', { name: 'Save rule' }))
  expect(await screen.findByText('The rule of voice for rates is saved.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('That is undone.')).toBeDefined()
  expect(sent).toEqual([
    {
      skill: 'rates',
      rule: {
        release: '1.1.0',
        tier: 'untrusted',
        limits: { timeout_ms: 5000 },
        permissions: { network: { egress: ['api.example.com'] } },
      },
    },
    { skill: 'rates', rule: null },
  ])
})

test('shows the rule that there is, keeps what it has no field for, and removes it', async () => {
  const rule = {
    enabled: false,
    release: 'a'.repeat(64),
    limits: { memory_mb: 16, output_kb: 8 },
    permissions: { storage: false },
  }
  const sent = renderPage([{ ...row, rule, kept_version: '1.0.0' }])
  const [, shown] = await screen.findAllByRole('row')
  for (const text of ['Off', 'Keeps 1.0.0', '2 limits, 1 permission']) {
    expect(within(shown ?? document.body).getByText(text)).toBeDefined()
  }
  const form = await change()
  await userEvent.click(form.getByRole('checkbox', { name: 'voice may use it' }))
  await userEvent.click(form.getByRole('button', { name: 'Save rule' }))
  await screen.findByText('The rule of voice for rates is saved.')
  const { enabled: _, ...others } = rule
  expect(sent).toEqual([{ skill: 'rates', rule: others }])
  await userEvent.click((await change()).getByRole('button', { name: 'Remove rule' }))
  expect(await screen.findByText('voice may use rates as its keys allow.')).toBeDefined()
  expect(sent[1]).toEqual({ skill: 'rates', rule: null })
})

test('sends no limit that is not a whole number, and shows why the server refused', async () => {
  const message = '1.1.0 is not a release of rates that can still run'
  const sent = renderPage([row], { code: 'INVALID_INPUT', message: 'No.', details: { release: message } })
  const form = await change()
  await userEvent.type(form.getByLabelText('Memory, MB'), '-1')
  await userEvent.click(form.getByRole('button', { name: 'Save rule' }))
  expect(form.getByText('A limit is a whole number from 1, or empty.')).toBeDefined()
  expect(sent).toEqual([])
  await userEvent.clear(form.getByLabelText('Memory, MB'))
  await userEvent.click(form.getByRole('button', { name: 'Save rule' }))
  expect((await form.findByRole('alert')).textContent).toContain(message)
})

test('sets and removes the own value of a secret, and keeps it on no page', async () => {
  const sent: unknown[] = []
  let shown: AgentSkillRow = {
    ...row,
    permissions: [{ permission: 'secrets', item: 'RATES_KEY' }],
  }
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json({ slug: 'voice', skills: [shown] })
    const asked = JSON.parse(String(body))
    sent.push([path, asked])
    const hasValue = asked.value !== null
    shown = { ...shown, rule: { own_secrets: ['RATES_KEY'] }, own_values: hasValue ? ['RATES_KEY'] : [] }
    return Response.json({ name: 'RATES_KEY', has_value: hasValue })
  })
  openInConsole(<AgentSkillsPage slug="voice" />)
  await change()
  const form = within(screen.getByRole('form', { name: 'RATES_KEY for voice' }))
  expect(form.getByText(/voice uses the value of the instance/)).toBeDefined()
  const field = form.getByLabelText('Its own RATES_KEY')
  expect(field.getAttribute('type')).toBe('password')
  await userEvent.type(field, 'key-of-voice')
  await userEvent.click(form.getByRole('button', { name: 'Set value' }))
  expect(await form.findByText('Only voice uses this value. It is never shown.')).toBeDefined()
  expect(screen.queryByDisplayValue('key-of-voice')).toBeNull()
  await userEvent.click(form.getByRole('button', { name: 'Remove value' }))
  expect(await form.findByText(/voice gets no RATES_KEY, until/)).toBeDefined()
  expect(sent).toEqual([
    ['/api/console/agents/voice/secrets', { skill: 'rates', name: 'RATES_KEY', value: 'key-of-voice' }],
    ['/api/console/agents/voice/secrets', { skill: 'rates', name: 'RATES_KEY', value: null }],
  ])
})
