import { join } from 'node:path'
import { createApprovedCredentials } from '#lib/agents/server/profiles/approved-credentials.ts'
import { auditKeysOf } from '#lib/platform/server/audit/audit-keys.ts'
import { createAuditMacs } from '#lib/platform/server/audit/audit-macs.ts'
import { openVault } from '#lib/platform/server/vault/open-vault.ts'
import { openReleaseGate } from '#lib/skills/server/gates/open-release-gate.ts'
import { createVerdictMacs } from '#lib/skills/server/gates/verdict-macs.ts'
import { createApprovals } from '#lib/skills/server/registry/approvals.ts'
import { createInstalledSkills } from '#lib/skills/server/registry/installed-skills.ts'
import { createProjectSkills } from '#lib/skills/server/registry/project-skills.ts'
import { createRegistry } from '#lib/skills/server/registry/registry.ts'
import { createReleaseFiles } from '#lib/skills/server/registry/release-files.ts'
import { createReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import { createSourceStatuses, hasLiveSource } from '#lib/travel/server/search/sources.ts'
import type { SkillSource } from '#runner/core/ports.ts'
import type { ComposeOptions, Foundation } from './open-foundation.ts'
import { openProviders } from './providers.ts'

export type Skills = Awaited<ReturnType<typeof openSkills>>

/** The skills that may run, the hosts behind them, and the credentials for those hosts. */
export async function openSkills(
  foundation: Foundation,
  options: Pick<ComposeOptions, 'suppressions' | 'reloadSkills' | 'skillsFirst'>,
  opened: AsyncDisposableStack,
) {
  const { env, projectRoot, skillsDir, config, db, secrets, audit, clock, randomBytes, log } = foundation
  const providers = await openProviders(env, { places: foundation.places, clock, log }, opened)
  const vault = await openVault({
    db,
    dataDir: env.dataDir,
    encryptionKey: secrets.encryptionKey,
    audit,
    clock,
    randomBytes,
    log,
    corrected: foundation.corrected,
  })
  const project = createProjectSkills({
    skillsDir,
    projectDir: projectRoot,
    cacheDir: join(env.dataDir, 'cache', 'skills'),
    reload: options.reloadSkills ?? false,
    log,
  })
  const gate = openReleaseGate(projectRoot, clock, options.suppressions)
  const files = createReleaseFiles(join(env.dataDir, 'releases'))
  const approvals = createApprovals(createAuditMacs(auditKeysOf(secrets).rows))
  const releases = createReleaseStore({ db, files, gate, macs: createVerdictMacs(secrets), approvals, log })
  const changes = foundation.skillChanges
  const installed = createInstalledSkills({ db, releases, project, clock, dataDir: env.dataDir })
  const skills = createRegistry({ db, audit, approvals, project, installed, releases, clock, log, config, changes })
  /** Those that the operator stored or set in the environment, without the stand-ins'. */
  const stored = vault.broker(providers.environment, createApprovedCredentials(db))
  const { upstreams } = providers
  return {
    providers,
    upstreams,
    vault,
    approvals,
    project,
    releases,
    skills,
    stored,
    broker: await providers.broker(stored, () => hasLiveSource(skills, stored)),
    /** Where a skill that is about to run is looked up. */
    sources: options.skillsFirst ? inOrder(options.skillsFirst, skills) : skills,
    sourceStatuses: createSourceStatuses({ skills, broker: stored, upstreams }),
  }
}

function inOrder(first: SkillSource, second: SkillSource): SkillSource {
  return {
    current: async (name) => (await first.current(name)) ?? second.current(name),
    byDigest: async (digest) => (await first.byDigest(digest)) ?? second.byDigest(digest),
  }
}
