import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import type { ComposeOptions } from './open-base.ts'
import { openInstaller } from './open-installer.ts'
import { openManaging } from './open-managing.ts'
import { createUpstreams } from './upstreams.ts'

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
