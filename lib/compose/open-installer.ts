import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInstaller, type Installer } from '#lib/skills/server/installing/installer.ts'
import { lockFileName } from '#lib/skills/server/installing/skills-lock.ts'
import { createSources } from '#lib/skills/server/sources/create-sources.ts'
import { requireOperatorSources } from '#lib/skills/server/sources/operator-sources.ts'
import type { Executions } from './open-executions.ts'
import type { Foundation } from './open-foundation.ts'
import type { Skills } from './open-skills.ts'

/** Installs skills of other sources. Requests to sources pass the same engine as those of skills. */
export function openInstaller(
  { env, config, projectRoot, db, audit, clock, randomBytes }: Foundation,
  { project, installed, approvals, releases, skills }: Skills,
  { egress }: Executions,
): Installer {
  return createInstaller({
    db,
    audit,
    clock,
    project,
    installed,
    approvals,
    releases,
    projectDir: projectRoot,
    filesDir: env.filesDir,
    cacheDir: join(env.dataDir, 'cache', 'sources'),
    sources: createSources({ egress, clock, randomBytes, parent: tmpdir() }),
    operatorSources: requireOperatorSources(config, env.config.path),
    lockFile: join(dirname(env.config.path), lockFileName),
    refresh: skills.refresh,
  })
}
