import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sha256 } from '#runner/core/hash.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { digestOf, readSkillFiles } from '#runner/manifest/read-folder.ts'

/** The files of releases, each in a folder named by its digest. */
export type ReleaseFiles = ReturnType<typeof createReleaseFiles>

/** The expected hashes of the files, from the database. */
type KeptRelease = {
  readonly digest: string
  /** sha256 (hex) over the files. */
  readonly filesDigest: string
  /** sha256 (hex) of the bundled code; absent: no bundled code. */
  readonly codeHash: string | undefined
}

const digestForm = /^[0-9a-f]{64}$/

/** sha256 (hex) of the bundled code; `undefined` without code. */
export function codeHashOf({ program }: Pick<LoadedSkill, 'program'>): string | undefined {
  return program.kind === 'bundle' ? sha256(program.code) : undefined
}

export function createReleaseFiles(root: string) {
  const folderOf = (digest: string): string => {
    if (!digestForm.test(digest)) throw new TypeError('The digest of a release must be the sha256 of its content')
    return join(root, digest)
  }
  const codeIn = (folder: string) => join(folder, 'bundle.js')
  const filesIn = (folder: string) => join(folder, 'files')

  async function read({ digest, filesDigest, codeHash }: KeptRelease) {
    const folder = folderOf(digest)
    const kept = await readSkillFiles(filesIn(folder))
    if (!kept.ok || digestOf(kept.skill.files) !== filesDigest) return undefined
    if (codeHash === undefined) return { folder: kept.skill.folder, code: undefined }
    const code = await readFile(codeIn(folder), 'utf8').catch(() => undefined)
    if (code === undefined || sha256(code) !== codeHash) return undefined
    return { folder: kept.skill.folder, code }
  }
  const isKept = async (skill: LoadedSkill): Promise<boolean> => {
    const { digest, manifest } = skill
    const kept = await read({ digest, filesDigest: manifest.provenance.digest, codeHash: codeHashOf(skill) })
    return kept !== undefined && (await readPackages(kept.folder, skill)) !== undefined
  }

  return {
    /**
     * Stores everything that a release needs to run. Leaves intact files alone and replaces damaged ones.
     *
     * @throws if the skill's folder has changed since it was loaded
     */
    async keep(skill: LoadedSkill): Promise<void> {
      const folder = folderOf(skill.digest)
      if (await isKept(skill)) return
      const read = await readSkillFiles(skill.folder)
      if (!read.ok || read.skill.digest !== skill.manifest.provenance.digest) {
        throw changed(skill)
      }
      const packages = await readPackages(read.skill.folder, skill)
      if (packages === undefined) throw changed(skill)
      // Written under a draft name and then renamed, so that no process finds an incomplete release.
      const unfinished = `${folder}.${randomUUID()}`
      try {
        for (const [path, content] of [...read.skill.files, ...packages]) {
          await write(join(filesIn(unfinished), path), content)
        }
        if (skill.program.kind === 'bundle') await write(codeIn(unfinished), skill.program.code)
        await rename(unfinished, folder).catch(async () => {
          // Another process stored the same content first.
          if (await isKept(skill)) return rm(unfinished, { recursive: true, force: true })
          // Replaces a damaged release.
          await rm(folder, { recursive: true, force: true })
          return rename(unfinished, folder)
        })
      } catch (cause) {
        await rm(unfinished, { recursive: true, force: true })
        throw cause
      }
    },

    /** The folder and code of a release. `undefined`: files are missing or changed. */
    read,

    remove: (digest: string): Promise<void> => rm(folderOf(digest), { recursive: true, force: true }),
  }
}

/** The files of the skill's own packages that are part of its code. `undefined`: one is missing or changed. */
async function readPackages(
  folder: string,
  { program }: LoadedSkill,
): Promise<readonly (readonly [path: string, content: Uint8Array])[] | undefined> {
  const found: [string, Uint8Array][] = []
  for (const { path, sha256: expected } of (program.kind === 'bundle' && program.packages) || []) {
    const content = await readFile(join(folder, path)).catch(() => undefined)
    if (content === undefined || sha256(content) !== expected) return undefined
    found.push([path, content])
  }
  return found
}

const changed = ({ manifest }: LoadedSkill): Error =>
  new Error(`The folder of ${manifest.name} changed while it was loaded`)

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, content, { mode: 0o600, flag: 'wx', flush: true })
}
