import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { commandLine } from '../auth/context.ts'
import { appPrincipal } from '../auth/principal.ts'
import { createAuditChecks, verifiedAction } from './audit-checks.ts'
import { createAppendAudit } from './audit-trail.ts'
import { appendUnsealed, openAuditWorld, testKeys } from './testing/audit-world.ts'

const hourMs = 60 * 60 * 1000

async function openChecked() {
  const stack = new AsyncDisposableStack()
  const world = stack.use(await openAuditWorld())
  const trail = stack.use(await world.start())
  let now = Date.now()
  const checks = createAuditChecks({
    db: world.db,
    keys: testKeys,
    dataDir: world.dataDir,
    append: createAppendAudit(world.db, trail),
    clock: { now: () => now, monotonic: () => now },
    log: { error: (message) => world.lines.push(message) },
  })
  return {
    ...{ world, checks },
    async ended() {
      await expect.poll(checks.state).not.toBe('running')
      return checks.last()
    },
    later: (ms: number) => {
      now += ms
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

test('a check keeps its outcome and who asked for it, and names what was altered', async () => {
  await using opened = await openChecked()
  const { world, checks } = opened
  expect(await checks.last()).toBeUndefined()
  checks.start(commandLine.principal)
  expect(checks.state()).toBe('running')
  // Nothing starts beside it.
  checks.start(appPrincipal)
  expect(await opened.ended()).toMatchObject({ found: 0, findings: [], by: { kind: 'command' } })

  await appendUnsealed(world.db, 1)
  await world.db.$executeRaw`update audit_events set subject = 'another' where subject = 'subject 0'`
  opened.later(1)
  checks.start(commandLine.principal)
  const altered = await opened.ended()
  expect(altered).toMatchObject({ found: 1, findings: [expect.stringContaining('edited')] })
  expect(world.lines).toEqual(['the audit trail failed its check'])
  expect(await world.db.auditEvent.count({ where: { action: verifiedAction } })).toBe(2)
  await writeFile(world.path, '{}')
  opened.later(1)
  checks.start(commandLine.principal)
  expect((await opened.ended())?.findings).toContain(
    `${world.path} is not a head that this instance signed: it was edited, or is another's`,
  )
  await world.db.auditEvent.updateMany({ where: { action: verifiedAction }, data: { detail: {} } })
  expect(await checks.last()).toBeUndefined()
})

test('the app checks once a day, whoever ran the last check', async () => {
  await using opened = await openChecked()
  const { checks } = opened
  await checks.startIfDue()
  const first = await opened.ended()
  expect(first?.by).toEqual({ kind: 'app' })
  opened.later(23 * hourMs)
  await checks.startIfDue()
  expect(await opened.ended()).toEqual(first)
  opened.later(hourMs)
  await checks.startIfDue()
  expect((await opened.ended())?.at.getTime()).toBe((first?.at.getTime() ?? 0) + 24 * hourMs)
})

test('a check without a result says so, and keeps the last outcome', async () => {
  await using opened = await openChecked()
  const { world, checks } = opened
  checks.start(commandLine.principal)
  const before = await opened.ended()
  await world.db.$executeRaw`alter table audit_leaves rename to hidden_leaves`
  checks.start(commandLine.principal)
  await opened.ended()
  expect(checks.state()).toBe('failed')
  expect(await checks.last()).toEqual(before)
  await world.db.$executeRaw`alter table hidden_leaves rename to audit_leaves`
})
