import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { auditKeysOf } from '#lib/platform/server/audit/audit-macs.ts'
import { createAppendAudit } from '#lib/platform/server/audit/audit-trail.ts'
import { openAuditTrail } from '#lib/platform/server/audit/open-audit-trail.ts'
import { acquireDatabase } from '#lib/platform/server/db/acquire-database.ts'
import { createDatabaseClient } from '#lib/platform/server/db/client.ts'
import { applyMigrations } from '#lib/platform/server/db/migrate.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import { readProjectVersion } from '#lib/platform/server/env/project-root.ts'
import { readTravelConfig } from '#lib/platform/server/env/read-travel-config.ts'
import { openEnvFile, secureDataFolder } from '#lib/platform/server/files/secure-data-folder.ts'
import { type ExecutionMetrics, noMetrics } from '#lib/platform/server/metrics/no-metrics.ts'
import { createDatabaseFingerprints, loadInstanceSecrets } from '#lib/platform/server/secrets/instance-secrets.ts'
import { openTracing } from '#lib/platform/server/telemetry/open-tracing.ts'
import { noTracing } from '#lib/platform/server/telemetry/tracing.ts'
import { lockedNames, lockFileName } from '#lib/skills/server/installing/skills-lock.ts'
import { restrictableSkills } from '#lib/skills/server/registry/project-skills.ts'
import { createSkillChanges } from '#lib/skills/server/registry/skill-changes.ts'
import type { Clock, Log, RandomBytes, SkillSource } from '#runner/core/ports.ts'

/** The real clock: wall-clock time for display, monotonic time for durations. */
export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

const systemRandom: RandomBytes = (size) => randomBytes(size)

export type ComposeOptions = {
  readonly env: Env
  readonly projectRoot: string
  /** Absent: the project's own skills folder. */
  readonly skillsDir?: string
  /** The file of findings that the operator accepts. Absent: the one in the project's folder. */
  readonly suppressions?: string
  readonly log: Log
  /** Development: reloads a skill when its files change. */
  readonly reloadSkills?: boolean
  /** Looked up before the project's own skills: a folder named on the command line. */
  readonly skillsFirst?: SkillSource
  /** Absent: nothing is counted. */
  readonly metrics?: ExecutionMetrics
  /** Set only by the long-running app: takes over durable executions of dead processes. */
  readonly takesOver?: boolean
}

export type Base = Awaited<ReturnType<typeof openBase>>

/** What every other service builds on: the settings, the database, the instance's secrets and the audit trail. */
export async function openBase(options: ComposeOptions, opened: AsyncDisposableStack) {
  const { env, projectRoot, log } = options
  const clock = systemClock
  const randomBytes = systemRandom
  const skillsDir = options.skillsDir ?? join(projectRoot, 'skills')
  const config = readTravelConfig(env.config, [
    ...(await restrictableSkills(skillsDir)),
    ...(await lockedNames(join(dirname(env.config.path), lockFileName))),
  ])
  const corrected = (sentence: string) => log.warn(sentence)
  secureDataFolder(env.dataDir, corrected)
  const openFile = openEnvFile(projectRoot)
  if (openFile !== undefined) log.warn(openFile)

  const database = opened.use(
    await acquireDatabase({ dataDir: env.dataDir, databaseUrl: env.databaseUrl, projectRoot }),
  )
  await applyMigrations(database.url)
  const tracing =
    env.tracesTo === undefined ? noTracing : await openTracing(env.tracesTo, readProjectVersion(projectRoot))
  opened.use(tracing)
  const db = createDatabaseClient(database.url)
  opened.defer(() => db.$disconnect())
  const secrets = await loadInstanceSecrets({
    dataDir: env.dataDir,
    sessionKey: env.sessionKey,
    encryptionKey: env.encryptionKey,
    fingerprints: createDatabaseFingerprints(db),
    corrected,
  })
  const audit = opened.use(
    await openAuditTrail({ db, keys: auditKeysOf(secrets), dataDir: env.dataDir, heads: env.auditHeads, clock, log }),
  )
  return {
    env,
    projectRoot,
    skillsDir,
    config,
    log,
    clock,
    randomBytes,
    corrected,
    database,
    db,
    metrics: options.metrics ?? noMetrics,
    tracing,
    secrets,
    audit,
    append: createAppendAudit(db, audit),
    skillChanges: createSkillChanges(),
  }
}
