import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import type { Permissions, RuntimeName, Tier } from '../contract/manifest.ts'
import { nothing } from '../policy/effective-permissions.ts'
import type { LoadedSkill } from '../skill.ts'
import { buildSkill, limitProblems } from './build-skill.ts'
import { createBundleCache } from './bundle-cache.ts'
import { type Bundle, type BundleOptions, type BundleResult, bundleSkill } from './bundle-skill.ts'
import { readCandidate } from './dialects/read-candidate.ts'
import type { ManifestProblem } from './manifest-problem.ts'
import { readSkillFiles, type SkillFiles } from './read-folder.ts'

/** Counts up when the same files would make another bundle than before. */
const bundleRevision = 2

const dockerfileName = 'Dockerfile'
/** The runtimes that can run what a Dockerfile makes. */
const imageRuntimes: readonly RuntimeName[] = ['container', 'microvm']

export type LoadOptions = {
  readonly tier: Tier
  /** Where the skill came from, as its provenance has it. Absent: the folder. */
  readonly source?: string | undefined
  /** Absent: a local skill counts as approved as it stands, any other as not approved at all. */
  readonly approved?: Permissions | undefined
  /** The project: its `runner/sdk` and the packages of its `node_modules` are what a skill may import. */
  readonly projectDir: string
  /** Keeps bundles between starts. Absent: every load bundles. */
  readonly cacheDir?: string | undefined
  /** Tests count or replace the bundler. */
  readonly bundle?: (options: BundleOptions) => Promise<BundleResult>
}
export type LoadResult =
  | { readonly ok: true; readonly skill: LoadedSkill }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/**
 * Reads, checks and bundles a skill. Digest, manifest and code are of the same reading of the files, even when the
 * folder changes meanwhile. Throws only for a broken installation or disk.
 */
export async function loadSkillFolder(folder: string, options: LoadOptions): Promise<LoadResult> {
  const problem = (file: string, message: string, remedy: string, path = ''): LoadResult => {
    const whole = file === '' ? folder : join(folder, file)
    return { ok: false, problems: [{ file: whole, line: 1, column: 1, path, message, remedy }] }
  }
  const read = await readSkillFiles(folder)
  if (!read.ok) return problem(read.problem.file, read.problem.message, read.problem.remedy)
  const { files } = read.skill

  const about = { name: basename(resolve(folder)), pathOf: (file: string) => join(folder, file) }
  const reading = readCandidate(files, about)
  if (reading === undefined) return problem('skill.yaml', 'is not there', 'add a skill.yaml that describes the skill')
  if (!reading.ok) return { ok: false, problems: limitProblems(reading.problems) }
  const provenance = { source: options.source ?? folder, digest: read.skill.digest }
  const built = buildSkill(reading.candidate, { ...about, files }, provenance)
  if (!built.ok) return built
  const { manifest } = built

  const approved = options.approved ?? (options.tier === 'local' ? manifest.permissions : nothing)
  const loaded = { manifest, tier: options.tier, approved, folder: read.skill.folder }
  if (manifest.entry === undefined) {
    if (files.has('SKILL.md'))
      return { ok: true, skill: { ...loaded, digest: read.skill.digest, program: { kind: 'prompt' } } }
    return problem('SKILL.md', 'is not there', 'a prompt skill is its SKILL.md: add it')
  }
  if (!files.has(manifest.entry)) {
    return problem(
      'skill.yaml',
      `${manifest.entry} is not there`,
      'name a file of the skill; tests are not part of it',
      'entry',
    )
  }
  if (files.has(dockerfileName)) {
    const unfit = manifest.runtimes.find((runtime) => !imageRuntimes.includes(runtime))
    if (unfit === undefined)
      return { ok: true, skill: { ...loaded, digest: read.skill.digest, program: { kind: 'image' } } }
    return problem(
      'skill.yaml',
      `the skill has a Dockerfile, and ${unfit} cannot run it`,
      'write runtimes: [container], or remove the Dockerfile',
      'runtimes',
    )
  }
  if (!/\.(ts|js|mjs)$/.test(manifest.entry)) {
    return problem(
      'skill.yaml',
      `${manifest.entry} cannot be bundled`,
      `name a .ts, .js or .mjs file, or add a Dockerfile that begins with FROM travel-skill-base`,
      'entry',
    )
  }
  const bundled = await bundleCached(read.skill, manifest.entry, options)
  if (!bundled.ok) {
    const problems = bundled.problems.map((found) => ({ ...found, file: join(folder, found.file), path: '' }))
    return { ok: false, problems }
  }
  const { bundle } = bundled
  const digest = wholeDigest(read.skill, bundle)
  return { ok: true, skill: { ...loaded, digest, program: { kind: 'bundle', code: bundle.code } } }
}

async function bundleCached(skill: SkillFiles, entry: string, options: LoadOptions): Promise<BundleResult> {
  const { projectDir, cacheDir, bundle = bundleSkill } = options
  if (cacheDir === undefined) return bundle({ skill, entry, projectDir })
  const { version } = await import('esbuild')
  // Where the files stand decides which packages their imports find.
  const key = JSON.stringify([bundleRevision, version, resolve(projectDir), skill.folder, skill.digest, entry])
  const cache = createBundleCache(cacheDir)
  const kept = await cache.get(key)
  if (kept !== undefined) return { ok: true, bundle: kept }
  const made = await bundle({ skill, entry, projectDir })
  if (made.ok) await cache.put(key, made.bundle)
  return made
}

/**
 * Of a skill's files, of every file of packages and the SDK in its code, and of the code, which another bundler makes differently:
 * an approval of the digest is one of all that runs.
 */
function wholeDigest({ digest }: SkillFiles, { code, packageFiles, sdkFiles }: Bundle): string {
  const hash = createHash('sha256').update(digest).update(createHash('sha256').update(code).digest())
  for (const { path, sha256 } of packageFiles) hash.update(sha256).update(path.split('/node_modules/').at(-1) ?? '')
  for (const { path, sha256 } of sdkFiles) hash.update(sha256).update(`#runner/${path.split('/runner/').at(-1)}`)
  return hash.digest('hex')
}
