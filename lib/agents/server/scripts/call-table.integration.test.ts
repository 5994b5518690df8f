import { expect, test } from 'vitest'
import { operator } from '#lib/platform/server/vault/testing.ts'
import { shareRuntime } from '#lib/skills/server/executions/testing/shared-runtime.ts'
import type { ExecutionCall } from './scripts.ts'
import { noHeaders, openScriptWorld, type ProfileState } from './testing/script-world.ts'

const runtime = shareRuntime()

const language = 'javascript' as const

const unknownId = `exec_${'a'.repeat(22)}`
const script = 'for (;;) await llm.complete("?")'
const states = ['unlocked', 'locked', 'expired', 'revoked', 'unknown', 'malformed', "another profile's"] as const

/** The error code of each call for each state of the profile, or `ok` if the call is allowed. */
const table: Readonly<
  Record<(typeof states)[number], readonly [execute: string, read: string, respond: string, cancel: string]>
> = {
  unlocked: ['CONFLICT', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  locked: ['ok', 'ok', 'ok', 'ok'],
  // Executions from before the expiry can be read and cancelled, but none starts or continues.
  expired: ['FORBIDDEN', 'ok', 'FORBIDDEN', 'ok'],
  revoked: ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  unknown: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  malformed: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  "another profile's": ['UNAUTHENTICATED', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
}

test.each(states)('profile state %s: each call about executions returns the result in the table', async (state) => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { profile, id, headers } = await prepared(world, state)
  const call = { executionToken: id, headers }
  const outcomes = [
    await world.scripts.execute({ profile_id: profile, script, language }, headers),
    ...(await allCalls(world, call)),
  ]
  expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code))).toEqual(table[state])
  const { db } = world
  for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error.message).toMatch(/^[A-Z].*\.$/)
  // No record contains the execution id that the agent has.
  const rows = JSON.stringify([await db.execution.findMany(), await db.journalEntry.findMany()], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(rows).not.toContain(id)
})

type World = Awaited<ReturnType<typeof openScriptWorld>>

/** The outcomes of `read`, `respond` and `cancel`. */
async function allCalls({ scripts }: World, call: ExecutionCall) {
  return [await scripts.read(call), await scripts.respond(call, { response: 'This.' }), await scripts.cancel(call)]
}

/** A profile in this state, and its execution, which waits for its model. A profile without executions gets another id. */
async function prepared(world: World, state: (typeof states)[number]) {
  if (state === 'unknown') return { profile: `ark_${'a'.repeat(22)}`, id: unknownId, headers: noHeaders }
  if (state === 'malformed') return { profile: 'ark_1', id: '../exec_\0', headers: noHeaders }
  const wanted: ProfileState = state === 'unlocked' ? 'unlocked' : 'locked'
  const { token: profile, id: profileId } = await world.profile({ state: wanted })
  if (state === 'unlocked') return { profile, id: unknownId, headers: noHeaders }
  const id = await world.execute(profile, script)
  await world.settled(id)
  if (state === 'revoked') await world.manage.revoke(operator, profileId)
  if (state === 'expired') await world.manage.change(operator, profileId, { expires_at: '2026-11-20T00:00:00Z' })
  const other = (await world.profile()).token
  const headers = state === "another profile's" ? new Headers({ authorization: `Bearer ${other}` }) : noHeaders
  return { profile, id, headers }
}

test('a strict instance requires the header, and without it does not reveal whether an execution exists', async () => {
  await using world = await openScriptWorld({ runtime: runtime(), agentAuth: 'strict' })
  const { token } = await world.profile()
  const own = new Headers({ authorization: `Bearer ${token}` })
  const accepted = await world.scripts.execute({ profile_id: token, script: 'set_result(1)', language }, own)
  if (!accepted.ok) throw new Error(accepted.error.message)
  const answersTo = (id: string) => allCalls(world, { executionToken: id, headers: noHeaders })
  const answers = await answersTo(accepted.value.executionToken)
  for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } })
  expect(await answersTo(unknownId)).toEqual(answers)
  expect(await world.scripts.read({ executionToken: accepted.value.executionToken, headers: own })).toMatchObject({
    ok: true,
  })
})

test('an agent cannot read, answer or cancel a traveler’s execution, or its own by the recorded id instead of the token', async () => {
  await using world = await openScriptWorld({ runtime: runtime() })
  const { token } = await world.profile()
  await world.settled(await world.execute(token, script))
  const recorded = await world.db.execution.findFirstOrThrow()
  const { instanceId } = world.process.durable
  const { id: _, seal, replay, input, output, ...fields } = recorded
  const traveler = await world.db.execution.create({
    data: { ...fields, id: unknownId, principalId: 'user_traveler', status: 'running', input: {}, instanceId },
  })
  for (const { id } of [traveler, recorded]) {
    for (const headers of [noHeaders, new Headers({ authorization: `Bearer ${token}` })]) {
      for (const outcome of await allCalls(world, { executionToken: id, headers })) {
        expect(outcome).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
      }
    }
    expect(await world.db.execution.findUnique({ where: { id } })).toEqual(id === traveler.id ? traveler : recorded)
  }
})
