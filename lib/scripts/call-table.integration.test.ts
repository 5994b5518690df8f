import { expect, test } from 'vitest'
import { noHeaders, openScriptWorld, type ProfileState } from './testing/script-world.ts'

const language = 'javascript' as const

const unknownId = `exec_${'a'.repeat(22)}`
const script = 'for (;;) await llm.complete("?")'
const states = ['unlocked', 'locked', 'expired', 'revoked', 'unknown', 'malformed', "another profile's"] as const

/** The code of each call in each state of the profile; `ok` where it is allowed. */
const table: Readonly<
  Record<(typeof states)[number], readonly [execute: string, read: string, respond: string, cancel: string]>
> = {
  unlocked: ['CONFLICT', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  locked: ['ok', 'ok', 'ok', 'ok'],
  // What ran in time may be read and ended; nothing runs any more.
  expired: ['FORBIDDEN', 'ok', 'FORBIDDEN', 'ok'],
  revoked: ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'],
  unknown: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  malformed: ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  "another profile's": ['UNAUTHENTICATED', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
}

test.each(states)('%s: each call about executions has its error', async (state) => {
  await using world = await openScriptWorld()
  const { profile, id, headers } = await prepared(world, state)
  const call = { token: id, headers }
  const outcomes = [
    await world.scripts.execute({ profile_id: profile, script, language }, headers),
    await world.scripts.read(call),
    await world.scripts.respond(call, { response: 'This.' }),
    await world.scripts.cancel(call),
  ]
  expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.code))).toEqual(table[state])
  const { db } = world
  for (const outcome of outcomes) if (!outcome.ok) expect(outcome.error.message).toMatch(/^[A-Z].*\.$/)
  // The ids of agents are in no record.
  const rows = JSON.stringify([await db.execution.findMany(), await db.journalEntry.findMany()], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(rows).not.toContain(id)
})

type World = Awaited<ReturnType<typeof openScriptWorld>>

/** A profile in a state, and an execution that waits for its model if there can be one. */
async function prepared(world: World, state: (typeof states)[number]) {
  if (state === 'unknown') return { profile: `ark_${'a'.repeat(22)}`, id: unknownId, headers: noHeaders }
  if (state === 'malformed') return { profile: 'ark_1', id: '../exec_\0', headers: noHeaders }
  const wanted: ProfileState = state === 'unlocked' ? 'unlocked' : 'locked'
  const { token: profile, id: profileId } = await world.profile({ state: wanted })
  if (state === 'unlocked') return { profile, id: unknownId, headers: noHeaders }
  const id = await world.execute(profile, script)
  await world.settled(id)
  if (state === 'revoked') await world.manage.revoke(profileId, operator)
  if (state === 'expired') await world.manage.change(profileId, { expires_at: '2026-11-20T00:00:00Z' }, operator)
  const other = (await world.profile()).token
  const headers = state === "another profile's" ? new Headers({ authorization: `Bearer ${other}` }) : noHeaders
  return { profile, id, headers }
}

const operator = { id: 'user_operator', source: 'main' } as const

test('a strict instance requires the header, and says no more without it', async () => {
  await using world = await openScriptWorld({ agentAuth: 'strict' })
  const { token } = await world.profile()
  const own = new Headers({ authorization: `Bearer ${token}` })
  const accepted = await world.scripts.execute({ profile_id: token, script: 'set_result(1)', language }, own)
  if (!accepted.ok) throw new Error(accepted.error.message)
  for (const id of [accepted.value.token, unknownId]) {
    expect(await world.scripts.read({ token: id, headers: noHeaders })).toMatchObject({
      error: { code: 'UNAUTHENTICATED' },
    })
  }
  expect(await world.scripts.read({ token: accepted.value.token, headers: own })).toMatchObject({ ok: true })
})

test("executions of travelers and the ids in records are nobody's", async () => {
  await using world = await openScriptWorld()
  const { token } = await world.profile()
  await world.settled(await world.execute(token, 'set_result(1)'))
  const { id } = await world.db.execution.findFirstOrThrow()
  expect(await world.scripts.read({ token: id, headers: noHeaders })).toMatchObject({ error: { code: 'NOT_FOUND' } })
})
