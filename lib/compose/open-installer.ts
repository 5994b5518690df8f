import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import { createInstaller, type Installer } from '#lib/skills/server/installing/installer.ts'
import { lockFileName } from '#lib/skills/server/installing/skills-lock.ts'
import { requireOperatorSources } from '#lib/skills/server/sources/operator-sources.ts'
import type { Sources } from '#lib/skills/server/sources/source.ts'
import type { EgressEngine } from '#runner/egress/session.ts'
import type { Base, ComposeOptions } from './open-base.ts'
import { openManaging, type SkillRegistry } from './open-registry.ts'
import { createUpstreams } from './providers.ts'

/**
 * Installs skills of other sources. Requests to sources pass the same engine as those of skills.
 *
 * @param egress called when a source is first asked
 */
export function openInstaller(
  { env, config, projectRoot, db, audit, clock, randomBytes }: Base,
  { project, installed, approvals, releases, skills }: SkillRegistry,
  egress: () => Promise<EgressEngine>,
): Installer {
  let opened: Promise<Sources> | undefined
  const sources = () => {
    opened ??= (async () => {
      const { createSources } = await import('#lib/skills/server/sources/create-sources.ts')
      return createSources({ egress: await egress(), clock, randomBytes, parent: tmpdir() })
    })()
    return opened
  }
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
    sources: {
      list: async (...asked) => (await sources()).list(...asked),
      fetch: async (...asked) => (await sources()).fetch(...asked),
    },
    pythonPackages: async () => {
      const { findablePackages } = await import('./findable-packages.ts')
      return findablePackages(projectRoot, env.pythonPackages)
    },
    operatorSources: requireOperatorSources(config, env.config.path),
    lockFile: join(dirname(env.config.path), lockFileName),
    refresh: skills.refresh,
  })
}

/** What installs, updates and removes skills, with what finds them. */
export async function openInstalling(options: ComposeOptions, opened: AsyncDisposableStack) {
  const managing = await openManaging(options, opened)
  const { env, secrets, clock, randomBytes, log } = managing
  const egress = async () => {
    const { createEgressEngine } = await import('#runner/egress/engine.ts')
    const placeholderKey = deriveKey(secrets.encryptionKey, 'placeholders')
    const upstreams = createUpstreams(env.upstreams)
    return opened.use(createEgressEngine({ placeholderKey, upstreams, clock, randomBytes, log }))
  }
  return { ...managing, installer: openInstaller(managing, managing, egress) }
}
