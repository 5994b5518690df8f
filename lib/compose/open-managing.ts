import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import { type ComposeOptions, openBase } from './open-base.ts'
import { openInstaller } from './open-installer.ts'
import { openRegistry } from './open-registry.ts'
import { createUpstreams } from './upstreams.ts'

/** What finds, installs and changes skills, without what executes them. */
export async function openManaging(options: ComposeOptions, opened: AsyncDisposableStack) {
  const base = await openBase(options, opened)
  const registry = openRegistry(base, options)
  const { env, secrets, clock, randomBytes, log } = base
  const egress = async () => {
    const { createEgressEngine } = await import('#runner/egress/engine.ts')
    const placeholderKey = deriveKey(secrets.encryptionKey, 'placeholders')
    const upstreams = createUpstreams(env.upstreams)
    return opened.use(createEgressEngine({ placeholderKey, upstreams, clock, randomBytes, log }))
  }
  return { ...base, ...registry, installer: openInstaller(base, registry, egress) }
}
