import { join } from 'node:path'
import { createLanguageModel } from '#lib/agents/server/llm/create-language-model.ts'
import { auditKeysOf, createAuditMacs } from '#lib/platform/server/audit/audit-macs.ts'
import { openReleaseGate } from '#lib/skills/server/gates/release-gate.ts'
import { createSecondOpinion } from '#lib/skills/server/gates/second-opinion.ts'
import { createVerdictMacs } from '#lib/skills/server/gates/verdict-macs.ts'
import { createApprovals } from '#lib/skills/server/registry/approvals.ts'
import { createInstalledSkills } from '#lib/skills/server/registry/installed-skills.ts'
import { createProjectSkills } from '#lib/skills/server/registry/project-skills.ts'
import { createRegistry } from '#lib/skills/server/registry/registry.ts'
import { createReleaseFiles } from '#lib/skills/server/registry/release-files.ts'
import { createReleaseStore } from '#lib/skills/server/registry/release-store.ts'
import { type Base, type ComposeOptions, openBase } from './open-base.ts'

/** The model of a second opinion has its key in the environment. */
const noCredentials = { bind: async () => new Map() }

export type SkillRegistry = ReturnType<typeof openRegistry>

/** The skills of this instance, their releases and their approvals. */
export function openRegistry(base: Base, options: Pick<ComposeOptions, 'suppressions' | 'reloadSkills'>) {
  const { env, projectRoot, skillsDir, config, db, secrets, audit, clock, log, skillChanges: changes } = base
  const project = createProjectSkills({
    skillsDir,
    projectDir: projectRoot,
    cacheDir: join(env.dataDir, 'cache', 'skills'),
    reload: options.reloadSkills ?? false,
    log,
  })
  const opinion =
    env.secondOpinion && env.llm
      ? createSecondOpinion(env.llm.model, createLanguageModel(env.llm, { broker: noCredentials, log }))
      : undefined
  const gate = openReleaseGate(projectRoot, clock, options.suppressions, opinion)
  const files = createReleaseFiles(join(env.dataDir, 'releases'))
  const approvals = createApprovals(createAuditMacs(auditKeysOf(secrets).rows))
  const releases = createReleaseStore({ db, files, gate, macs: createVerdictMacs(secrets), approvals, log })
  const installed = createInstalledSkills({ db, releases, project, clock, dataDir: env.dataDir })
  const skills = createRegistry({ db, audit, approvals, project, installed, releases, clock, log, config, changes })
  return { approvals, project, installed, releases, skills }
}

/** What finds and changes skills, without what installs or executes them. */
export async function openManaging(options: ComposeOptions, opened: AsyncDisposableStack) {
  const base = await openBase(options, opened)
  return { ...base, ...openRegistry(base, options) }
}
