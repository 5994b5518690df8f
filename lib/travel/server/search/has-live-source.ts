import type { ListingBroker } from '#lib/platform/server/vault/environment-broker.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'

/** The capabilities of the searches that travelers make. */
const searches: readonly (string | undefined)[] = ['C-FLIGHT-SEARCH', 'C-HOTEL-SEARCH']

/** Whether an enabled search skill has all its credentials. A skill without secrets does not count. */
export async function hasLiveSource(
  skills: { list(): Promise<readonly Pick<LoadedSkill, 'manifest'>[]> },
  broker: Pick<ListingBroker, 'configuredNames'>,
): Promise<boolean> {
  const names = await broker.configuredNames()
  // Without any credential, the skills need not be loaded.
  if (names.size === 0) return false
  return (await skills.list()).some(({ manifest: { capability, permissions } }) => {
    const { secrets } = permissions
    return searches.includes(capability) && secrets.length > 0 && secrets.every((name) => names.has(name))
  })
}
