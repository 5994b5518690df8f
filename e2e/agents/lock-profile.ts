import { withServices } from '#lib/cli/with-services.ts'
import { principalFrom } from '#runner/contract/principal.ts'

/**
 * `node e2e/agents/lock-profile.ts PROFILE_ID HOST VALUE`: what the operator does in the console: gives each key of a
 * profile a value for a host, and locks the profile.
 */
const [, , token = '', host = '', value = ''] = process.argv
const operator = principalFrom('main', { id: 'operator', role: 'operator' })

await withServices({}, async ({ profiles, manageProfiles, vault }) => {
  const wanted = await profiles.read(token)
  if (!wanted.ok) throw new Error(wanted.error.message)
  for (const { name } of wanted.value.keys) {
    const created = await vault.credentials.create({ name, use: { kind: 'plain' }, hosts: [host], value }, operator)
    // Profiles share credentials.
    if (!created.ok && created.error.code !== 'CONFLICT') throw new Error(JSON.stringify(created.error))
  }
  for (const { id } of await manageProfiles.list()) {
    const own = await manageProfiles.token(id, operator)
    if (!own.ok || own.value.token !== token) continue
    const locked = await manageProfiles.lock(id, operator)
    if (!locked.ok) throw new Error(JSON.stringify(locked.error))
    return
  }
  throw new Error('There is no such profile')
})
