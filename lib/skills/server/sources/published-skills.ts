import { LRUCache } from 'lru-cache'
import { actionNamesOf, actionRuleOf } from '#runner/contract/action-rule.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import { sha256OfBytes } from '#runner/core/hash.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { readSkillFiles } from '#runner/manifest/read-folder.ts'
import { effectivePermissions } from '#runner/policy/effective-permissions.ts'
import type { Registry } from '../registry/registry.ts'
import { type AgentSkillsIndex, agentSkillsSchema } from './agent-skills-index.ts'
import { writeArchive } from './read-archive.ts'

type Archive = { readonly bytes: Uint8Array<ArrayBuffer>; readonly digest: string }

const maxArchiveBytes = 64 * 1024 * 1024
const maxDigests = 20_000

/**
 * Offers the enabled skills that every visitor may use, because their use shows no more than they do. A skill whose files
 * changed since it was checked is left out.
 */
export function createPublishedSkills({
  skills,
  config,
}: {
  readonly skills: Pick<Registry, 'list'>
  readonly config: TravelConfig
}) {
  /** By digest of the release. */
  const archives = new LRUCache<string, Archive>({
    maxSize: maxArchiveBytes,
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  /** Of the archives, so that the index packs each skill once, whatever number of them there is. */
  const digests = new LRUCache<string, string>({ max: maxDigests })

  /** Whether a guest may use every action. The empty name stands for the actions that the manifest does not name. */
  const isForEveryone = ({ manifest, tier, approved }: LoadedSkill): boolean =>
    ['', ...actionNamesOf(manifest)].every((name) => {
      const action = actionRuleOf(manifest, name)
      return effectivePermissions({ manifest, action, tier, approved, principal: publicPrincipal, config }).ok
    })

  async function archiveOf({ digest: release, folder, manifest }: LoadedSkill): Promise<Archive | undefined> {
    const known = archives.get(release)
    if (known !== undefined) return known
    const read = await readSkillFiles(folder)
    if (!read.ok || read.skill.digest !== manifest.provenance.digest) return undefined
    const bytes = Uint8Array.from(await writeArchive(read.skill.files))
    const archive = { bytes, digest: `sha256:${await sha256OfBytes(bytes)}` }
    archives.set(release, archive)
    digests.set(release, archive.digest)
    return archive
  }

  const offered = async () => (await skills.list()).filter(isForEveryone)

  return {
    async index(): Promise<AgentSkillsIndex> {
      const entries = await Promise.all(
        (await offered()).map(async (skill) => {
          const { name, description } = skill.manifest
          const digest = digests.get(skill.digest) ?? (await archiveOf(skill))?.digest
          return digest === undefined
            ? []
            : [{ name, type: 'archive', description, url: `${name}/skill.tar.gz`, digest }]
        }),
      )
      return { $schema: agentSkillsSchema, skills: entries.flat() }
    },
    /** The tar.gz that the index names. Undefined: the skill is not offered. */
    async archive(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
      const skill = (await offered()).find(({ manifest }) => manifest.name === name)
      return skill === undefined ? undefined : (await archiveOf(skill))?.bytes
    },
  }
}
