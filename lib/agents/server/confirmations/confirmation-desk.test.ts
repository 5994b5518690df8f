import { expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { defaultConfig } from '#runner/contract/travel-config.ts'
import type { Confirmations } from '#runner/run/confirm.ts'
import { memoryConfirmations } from '#runner/testing/memory-confirmations.ts'
import { agentCaller, notesSkill, toolSkill, toolWorld } from '../tools/testing/tool-world.ts'
import { type ConfirmationDeskPorts, createConfirmationDesk } from './confirmation-desk.ts'

const { principal } = agentCaller()
const caller = contextOf(principal)
const { signal } = new AbortController()
const input = { action: 'keep_note', params: { text: 'milk' }, config: {} }

/** A desk with a waiting question. `before`: what another request does just before the desk declines a question. */
async function waitingDesk(before: (confirm: () => Promise<unknown>) => Promise<unknown> = async () => {}) {
  const kept = memoryConfirmations(() => 0)
  const confirmations: Confirmations = {
    ...kept,
    async decline(...given) {
      await before(() => world.invoke({ ...request, confirmationId: id, confirmed: true }))
      return kept.decline(...given)
    },
  }
  const world = toolWorld([notesSkill], { confirmations })
  const request = { skill: 'notes', input, ...caller, signal }
  await world.invoke(request)
  const [id = ''] = kept.questions.keys()
  const db = { confirmation: { findUnique: async ({ where }: { where: { id: string } }) => rowOf(where.id) } }
  const rowOf = (of: string) => {
    const question = kept.questions.get(of)
    return {
      ...question,
      skill: 'notes',
      version: '1.0.0',
      sealedInput: '',
      unnamedFrom: null,
      createdAt: new Date(question?.askedAt ?? 0),
      expiresAt: new Date(question?.expiresAt ?? 0),
      usedAt: question?.answer === undefined ? null : new Date(0),
    }
  }
  const ports = {
    db,
    skills: world.source,
    invoke: world.invoke,
    confirmations,
    seal: { open: () => JSON.stringify(input) },
    config: defaultConfig,
    clock: { now: () => 0 },
  }
  return { desk: createConfirmationDesk(ports as unknown as ConfirmationDeskPorts), world, id, ...kept }
}

const used = { ok: false, error: { code: 'CONFLICT', reason: 'question_used' } }

test('does not report a question as declined that another request confirmed first', async () => {
  const { desk, id, world } = await waitingDesk((confirm) => confirm())
  expect(await desk.decline(caller, id)).toMatchObject(used)
  expect(world.runs).toHaveLength(1)
})

test('does not ask again if another request confirmed the question first, and closes the new question', async () => {
  const { desk, id, questions } = await waitingDesk((confirm) => confirm())
  expect(await desk.again(caller, id, { texts: { text: 'tea' } }, signal)).toMatchObject(used)
  const others = [...questions.values()].filter((one) => one.id !== id)
  expect([questions.get(id)?.answer, ...others.map(({ answer }) => answer)]).toEqual(['given', 'declined'])
})

test('confirming a question runs nothing if an update of the skill no longer requires a confirmation', async () => {
  const { desk, id, world } = await waitingDesk()
  const waives = { effects: ['act'], risk_level: 'medium', confirmation: { required: false } }
  world.skills = [toolSkill({ name: 'notes', ...waives }, 'a later release')]
  for (const _ of ['once', 'again']) {
    const released = { ok: false, error: { code: 'CONFLICT', reason: 'question_release' } }
    expect(await desk.confirm(caller, id, signal)).toMatchObject(released)
  }
  expect(world.runs).toEqual([])
})

test('confirming a question asks again if the skill was updated and still requires a confirmation', async () => {
  const { desk, id, world, questions } = await waitingDesk()
  world.skills = [{ ...notesSkill, digest: 'a later release' }]
  const decided = await desk.confirm(caller, id, signal)
  if (!decided.ok || decided.value.state !== 'changed') throw new Error('It did not ask again')
  expect(world.runs).toEqual([])
  expect(questions.get(decided.value.next_id)).toMatchObject({ digest: 'a later release', answer: undefined })
  expect(await desk.confirm(caller, id, signal)).toMatchObject({ error: { reason: 'question_declined' } })
  expect(await desk.confirm(caller, decided.value.next_id, signal)).toMatchObject({ value: { state: 'done' } })
  expect(world.runs).toHaveLength(1)
})
