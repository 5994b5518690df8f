import { join } from 'node:path'
import type { Suppression } from '#gates/suppressions.ts'
import { auditKeysOf, createAuditMacs } from '#lib/platform/server/audit/audit-macs.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { testAudit } from '../../executions/testing/durable-runner.ts'
import { type CheckApart, checkProcessPath, createCheckApart } from '../../gates/check-apart.ts'
import { rulesFolder } from '../../gates/read-suppressions.ts'
import { createReleaseGate } from '../../gates/release-gate.ts'
import { createVerdictMacs } from '../../gates/verdict-macs.ts'
import { createApprovals } from '../../registry/approvals.ts'
import { createInstalledSkills } from '../../registry/installed-skills.ts'
import { createProjectSkills } from '../../registry/project-skills.ts'
import { createRegistry } from '../../registry/registry.ts'
import { createReleaseFiles } from '../../registry/release-files.ts'
import { createReleaseStore } from '../../registry/release-store.ts'
import { createSkillChanges } from '../../registry/skill-changes.ts'
import { presetSources } from '../../sources/operator-sources.ts'
import type { Sources } from '../../sources/source.ts'
import { createInstaller } from '../installer.ts'
import { createShelf } from './shelf.ts'

const secrets = { encryptionKey: new Uint8Array(32).fill(9) }
export const verdictMacs = createVerdictMacs(secrets)
export const approvals = createApprovals(createAuditMacs(auditKeysOf(secrets).rows))
export const checkApart = createCheckApart({ processPath: checkProcessPath(process.cwd()), deadlineMs: 30_000 })

type Options = {
  /** The project, whose skills are in `skills`. */
  readonly root: string
  /** The data folder. Absent: the project. */
  readonly folder?: string
  readonly db: DatabaseClient
  /** What the installer itself uses. Absent: `db`. */
  readonly database?: DatabaseClient
  readonly files?: ReturnType<typeof createReleaseFiles>
  readonly operatorSources?: typeof presetSources
  readonly sources?: Sources
  readonly suppressions?: readonly Suppression[]
  readonly check?: CheckApart
  readonly reload?: boolean
  readonly log?: Record<'warn' | 'error', (message: string) => void>
  readonly monotonic?: () => number
}

/** The installer and the registry as a process has them that starts on this database and data folder. */
export function startInstaller({
  root,
  folder = root,
  db,
  database = db,
  files = createReleaseFiles(join(folder, 'releases')),
  operatorSources = presetSources,
  sources = createShelf(),
  suppressions = [],
  check = checkApart,
  reload = false,
  log = { warn: () => {}, error: () => {} },
  monotonic = () => 0,
}: Options) {
  const clock = { now: () => Date.UTC(2026, 10, 22), monotonic }
  const gate = createReleaseGate({ rulesFolder: rulesFolder(process.cwd()), clock, suppressions, check })
  const releases = createReleaseStore({ db, files, gate, macs: verdictMacs, approvals, log })
  const project = createProjectSkills({ skillsDir: join(root, 'skills'), projectDir: root, reload, log })
  const installed = createInstalledSkills({ db, releases, project, clock, dataDir: folder })
  const changes = createSkillChanges()
  const ports = { db: database, audit: testAudit, approvals, project, installed, releases, clock, log, changes }
  const skills = createRegistry(ports)
  const installer = createInstaller({
    ...ports,
    sources,
    operatorSources,
    projectDir: root,
    filesDir: join(folder, 'files'),
    cacheDir: join(folder, 'sources'),
    lockFile: join(folder, 'skills.lock'),
    refresh: skills.refresh,
    pythonPackages: async () =>
      new Map([
        ['requests', '2.32.5'],
        ['tabulate', undefined],
      ]),
  })
  return { ...ports, skills, installer }
}
