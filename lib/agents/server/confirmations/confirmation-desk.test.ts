import { expect, test } from 'vitest'
import { principalFrom } from '#runner/contract/principal.ts'
import { toolSkill } from '../tools/testing/tool-world.ts'
import { type ConfirmationDeskPorts, createConfirmationDesk } from './confirmation-desk.ts'

const ana = principalFrom('main', { id: 'user_0123456789abcdefghijkl', role: 'traveler' })
const [question, next] = ['conf_0000000000000000000001', 'conf_0000000000000000000002']

/** A desk whose question is confirmed by another request just before the desk declines it. */
function confirmedMeanwhile() {
  const row = { id: question, skill: 's', version: '1.0.0', sealedInput: '', usedAt: null as Date | null, answer: '' }
  const declined: string[] = []
  const ports = {
    db: { confirmation: { findUnique: async () => ({ ...row }) } },
    seal: { open: () => JSON.stringify({ action: 'a', params: {} }) },
    invoke: { admit: async () => ({ kind: 'refused', confirmation: { id: next } }) },
    confirmations: {
      async decline(id: string) {
        if (id === question) Object.assign(row, { usedAt: new Date(), answer: 'given' })
        else declined.push(id)
      },
    },
  }
  return { desk: createConfirmationDesk(ports as unknown as ConfirmationDeskPorts), declined }
}

test('does not report a question as declined that another request confirmed first', async () => {
  const { desk } = confirmedMeanwhile()
  expect(await desk.decline(question, ana)).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
})

test('does not ask again if another request confirmed the question first, and ends the new question', async () => {
  const { desk, declined } = confirmedMeanwhile()
  const asked = await desk.again(question, ana, { texts: {} }, new AbortController().signal)
  expect(asked).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  expect(declined).toEqual([next])
})

/** A desk with a waiting question of release `asked`. `run`: what ran. The runner lets every call through. */
function updatedMeanwhile(confirmation: object) {
  const expiresAt = new Date(1000)
  const row = { id: question, skill: 's', version: '1.0.0', digest: 'asked', sealedInput: '', usedAt: null, expiresAt }
  const run: unknown[] = []
  const skill = toolSkill({ name: 's', effects: ['act'], confirmation }, 'current')
  const ports = {
    db: { confirmation: { findUnique: async () => row } },
    seal: { open: () => JSON.stringify({ action: 'a', params: {} }) },
    skills: { current: async () => ({ skill, isEnabled: true }) },
    invoke: async (call: unknown) => {
      run.push(call)
      return { kind: 'answered', output: { status: 'success', results: [] } }
    },
    clock: { now: () => 0 },
  }
  return { desk: createConfirmationDesk(ports as unknown as ConfirmationDeskPorts), run }
}

test('confirming a question runs nothing if an update of the skill no longer requires a confirmation', async () => {
  const { desk, run } = updatedMeanwhile({ required: false })
  for (const _ of ['once', 'again']) {
    const decided = await desk.confirm(question, ana, new AbortController().signal)
    expect(decided).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  }
  expect(run).toEqual([])
})

test('leaves it to the runner to ask again if the updated skill still requires a confirmation', async () => {
  const { desk, run } = updatedMeanwhile({ required: true })
  await desk.confirm(question, ana, new AbortController().signal)
  expect(run).toMatchObject([{ confirmationId: question }])
})
