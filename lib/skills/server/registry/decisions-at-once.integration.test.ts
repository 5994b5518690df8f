import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditKeysOf, createAuditMacs } from '#lib/platform/server/audit/audit-macs.ts'
import { commandLine, contextOf } from '#lib/platform/server/auth/context.ts'
import { createDatabaseClient, type DatabaseClient } from '#lib/platform/server/db/client.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { joinInstances } from '../executions/instance.ts'
import { testAudit } from '../executions/testing/durable-runner.ts'
import { createApprovals } from './approvals.ts'
import { changeApproval } from './change-approval.ts'
import { createSkillChanges } from './skill-changes.ts'
import { switchSkill } from './switch-skill.ts'

const hosts = ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com']
const operator = contextOf(principalFrom('main', { id: 'user_operator', role: 'operator' }))
const keys = auditKeysOf({ encryptionKey: new Uint8Array(32).fill(9) })
const approvals = createApprovals(createAuditMacs(keys.rows))
const log = createLogger({ level: 'silent' })
const { manifest, digest } = loadedSkill(testManifest({ name: 'alpha', permissions: { network: { egress: hosts } } }))

let opened: AsyncDisposableStack
let url = ''
/** The database clients of two processes. */
let processes: readonly DatabaseClient[] = []

beforeEach(async () => {
  opened = new AsyncDisposableStack()
  const database = opened.use(await createTestDatabase())
  url = database.url
  processes = [createDatabaseClient(url), createDatabaseClient(url)]
  for (const db of processes) opened.defer(() => db.$disconnect())
  const { name, version } = manifest
  const release = { digest, name, version, tier: 'local', source: 'test', programKind: 'bundle' } as const
  await database.client.skillRelease.create({ data: { ...release, manifest: JSON.parse(JSON.stringify(manifest)) } })
  await database.client.enablement.create({ data: { name, digest, isEnabled: true, changedBy: 'test' } })
})
afterEach(() => opened.disposeAsync())

const clock = { now: () => Date.now() }
/** Concurrently approves or revokes each host, alternating between the processes. */
const decideOnAll = (isApproved: boolean, times = 1) =>
  Promise.all(
    Array.from({ length: times }, () => hosts)
      .flat()
      .map((item, at) => {
        const db = processes[at % processes.length]
        if (!db) throw new Error('There is no process')
        const change = { digest, permission: 'network.egress', item, isApproved } as const
        return changeApproval({ db, audit: testAudit, approvals, clock }, operator, change)
      }),
  )
const approvedHosts = async () => {
  const row = await processes[0]?.approval.findUnique({ where: { digest } })
  return Object(row?.permissions).network?.egress
}
const decisions = async () => {
  const rows = await processes[0]?.auditEvent.findMany({ where: { subject: 'alpha' } })
  return rows?.map(({ action }) => action).sort()
}

test('concurrent decisions of several processes about permissions of a release all take effect', async () => {
  await decideOnAll(true)
  expect([...(await approvedHosts())].sort()).toEqual(hosts)
  await decideOnAll(false)
  expect(await approvedHosts()).toEqual([])
})

test('a decision that is sent many times concurrently has one effect and one audit row', async () => {
  const outcomes = await decideOnAll(true, 5)
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  await decideOnAll(false, 5)
  expect(await decisions()).toEqual([
    ...hosts.map(() => 'permission.approved'),
    ...hosts.map(() => 'permission.revoked'),
  ])
})

test.each([
  [
    'a skill is disabled',
    (db: DatabaseClient) => switchSkill({ db, audit: testAudit, clock }, commandLine, 'alpha', false),
  ],
  [
    'a permission is approved',
    (db: DatabaseClient) => {
      const change = { digest, permission: 'network.egress', item: 'a.example.com', isApproved: true } as const
      return changeApproval({ db, audit: testAudit, approvals, clock }, operator, change)
    },
  ],
])('other processes are notified immediately when %s', async (_, decide) => {
  const changes = createSkillChanges()
  await using _other = await joinInstances(url, 'inst_other', log, changes.listening)
  const heard = Promise.withResolvers<void>()
  changes.subscribe(heard.resolve)
  const [db] = processes
  if (!db) throw new Error('There is no process')
  await decide(db)
  await heard.promise
})
