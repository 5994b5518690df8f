import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { compose } from './compose.ts'

const input = {
  action: 'search_flights',
  params: { origin: 'SEA', destination: 'NRT', date: inDays(42), passengers: 1, cabin: 'economy' },
  config: {},
}

/** The services with this configuration file. `more`: variables that override those of the test. */
async function composeWith(file: unknown, more: Record<string, string> = {}) {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await createCheckedDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'travel-config-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'policy.json')
  await writeFile(path, JSON.stringify(file))
  const env = readEnv({
    ...database.settings,
    TRAVEL_DATA_DIR: join(folder, 'data'),
    TRAVEL_CONFIG: path,
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
    ...more,
  })
  const composed = compose({ env, projectRoot: findProjectRoot(), log: createLogger({ level: 'silent' }) })
  const services = stack.use(
    await composed.catch(async (cause: unknown) => {
      await stack.disposeAsync()
      throw cause
    }),
  )
  const invoke = () =>
    services.invokeSkill({
      skill: 'flight-search',
      input,
      ...contextOf(publicPrincipal),
      signal: new AbortController().signal,
    })
  return { services, invoke, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('the audit trail records a call of a disabled skill, no search uses it, and one that has no other is refused with SKILL_DISABLED', async () => {
  await using composed = await composeWith({ skills: { 'flight-search': { enabled: false } } })
  const { services, invoke } = composed
  expect(await invoke()).toMatchObject({
    kind: 'refused',
    error: {
      code: 'SKILL_DISABLED',
      details: { 'to run': "is not allowed for this skill by this instance's configuration" },
    },
  })
  const rows = await services.db.auditEvent.findMany({ where: { subject: 'flight-search', action: 'skill.refused' } })
  expect(rows).toMatchObject([
    {
      action: 'skill.refused',
      actor: 'anonymous',
      source: 'public',
      detail: {
        code: 'SKILL_DISABLED',
        reason: 'skills.flight-search.enabled is false',
        lacks: [{ asked: 'to run', by: ['skill'] }],
      },
    },
  ])
  const offered = await services.skills.byCapability('C-FLIGHT-SEARCH')
  expect(offered.map(({ manifest }) => manifest.name)).not.toContain('flight-search')
  const search = await services.searchByCapability({
    capability: 'C-FLIGHT-SEARCH',
    input: { action: 'search_flights', params: { origin: 'LHR', destination: 'LIS', date: inDays(42) }, config: {} },
    ...contextOf(publicPrincipal),
    signal: new AbortController().signal,
    requestId: 'req_test',
  })
  expect(search).toMatchObject({ kind: 'refused', error: { code: 'SKILL_DISABLED' } })
  await services.audit.follow()
  expect(services.audit.problems()).toEqual([])
})

test('a host that the configuration denies gets no request, and the audit trail records the denial', async () => {
  await using composed = await composeWith({ safeExecution: { allowedHosts: [] } })
  const { services, invoke } = composed
  const invocation = await invoke()
  if (invocation.kind !== 'answered') throw new Error(JSON.stringify(invocation))
  const withheld = { 'network.egress api.amadeus.com': "is not allowed by this instance's configuration" }
  expect(invocation.output).toMatchObject({ status: 'error', error: { details: withheld } })
  const calls = await services.db.journalEntry.findMany({ where: { op: 'fetch' } })
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) expect(call.result).toMatchObject({ kind: 'rejected', name: 'CapabilityRevoked' })
  const [row] = await services.db.auditEvent.findMany({ where: { subject: 'flight-search', action: 'skill.denied' } })
  expect(row?.action).toBe('skill.denied')
  expect(row?.detail).toMatchObject({ lacks: [{ asked: 'network.egress api.amadeus.com', by: ['config'] }] })
})

test('an invalid configuration file stops the start before the app connects to the database', async () => {
  const unreachable = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }
  await expect(composeWith({}, unreachable)).rejects.toThrow('DATABASE_URL')
  await expect(composeWith({ skills: { 'fligth-search': {} } }, unreachable)).rejects.toThrow(
    /policy\.json:1:\d+ skills\.fligth-search: is not a skill of this project — did you mean "flight-search"\?$/,
  )
})
