import { createHash } from 'node:crypto'
import { basename, join, resolve } from 'node:path'
import bundler from 'esbuild/package.json' with { type: 'json' }
import type { Permissions, Tier } from '../contract/manifest.ts'
import { runtimeNamed } from '../contract/runtimes.ts'
import { languageOfFile } from '../contract/script-language.ts'
import type { LoadedSkill, PackageFile } from '../core/skill.ts'
import { utf8Of } from '../core/utf8.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { buildSkill, limitProblems } from './build-skill.ts'
import { keepBundle, keptBundle } from './bundle-cache.ts'
import { bundlePython } from './bundle-python.ts'
import { type Bundle, type BundleOptions, type BundleResult, bundleSkill } from './bundle-skill.ts'
import { checkAgentSkill } from './dialects/agent-skill-rules.ts'
import { readCandidate } from './dialects/read-candidate.ts'
import { skillMdOf } from './dialects/read-front-matter.ts'
import { mistyped } from './did-you-mean.ts'
import { type ManifestProblem, pathText, problemOfFile } from './manifest-problem.ts'
import { readSkillFiles, type SkillFiles, skillLimits } from './read-folder.ts'
import { dockerfileName, layOutSkill } from './skill-layout.ts'

/** Increase this number when the same files would give a different bundle than before. */
const bundleRevision = 4

export type LoadOptions = {
  readonly tier: Tier
  /**
   * `load` is lenient, and warns. `publish` also requires that a SKILL.md follows the Agent Skills format exactly.
   * Absent: `load`.
   */
  readonly mode?: 'load' | 'publish' | undefined
  /** The name under which the source offers the skill, which its manifest must have. Absent: the name of the folder. */
  readonly name?: string | undefined
  /** The source in the skill's provenance. Absent: the folder. */
  readonly source?: string | undefined
  /** The approved permissions. Absent: all for a local skill, none for any other. */
  readonly approved?: Permissions | undefined
  /** The project. Skills may import its `runner/sdk` and the packages of its `node_modules`. */
  readonly projectDir: string
  /** Caches bundles between starts. Absent: every load bundles. */
  readonly cacheDir?: string | undefined
  /** Lets tests count or replace the bundler. */
  readonly bundle?: (options: BundleOptions) => Promise<BundleResult>
}
export type LoadResult =
  | {
      readonly ok: true
      readonly skill: LoadedSkill
      /** Warnings about parts of the manifest that have no effect or that were corrected. */
      readonly warnings: readonly ManifestProblem[]
    }
  | { readonly ok: false; readonly problems: readonly ManifestProblem[] }

/**
 * Reads, checks and bundles a skill. The files are read once, so digest, manifest and code match even if the folder
 * changes meanwhile. Throws only for a broken installation or disk.
 */
export async function loadSkillFolder(folder: string, options: LoadOptions): Promise<LoadResult> {
  const problem = (file: string, message: string, remedy: string): LoadResult => {
    return { ok: false, problems: [problemOfFile(file === '' ? folder : join(folder, file), message, remedy)] }
  }
  const read = await readSkillFiles(folder, skillLimits[options.tier])
  if (!read.ok) return problem(read.problem.file, read.problem.message, read.problem.remedy)
  const { files } = read.skill

  const about = { name: options.name ?? basename(resolve(folder)), pathOf: (file: string) => join(folder, file) }
  const skillMd = skillMdOf(files)
  if (skillMd !== undefined && utf8Of(skillMd.bytes) === undefined) {
    return problem(skillMd.name, 'is not UTF-8 text', 'save it as UTF-8')
  }
  const strict = options.mode === 'publish' ? checkAgentSkill(files, about) : []
  const reading = readCandidate(files, about)
  if (reading === undefined && strict.length === 0) return noManifest(skillMd?.name, problem)
  if (reading === undefined || !reading.ok || strict.length > 0) {
    return { ok: false, problems: limitProblems([...strict, ...(reading?.ok === false ? reading.problems : [])]) }
  }
  const provenance = { source: options.source ?? folder, digest: read.skill.digest }
  const built = buildSkill(reading.candidate, provenance)
  if (!built.ok) return built
  const { manifest } = built
  const done = (skill: LoadedSkill): LoadResult => {
    const unmet = unmetRequests(files, skill.program).map((one) => ({ ...one, file: about.pathOf(one.file) }))
    return { ok: true, skill, warnings: [...reading.warnings, ...unmet] }
  }

  const approved = options.approved ?? (options.tier === 'local' ? manifest.permissions : nothing)
  const loaded = { manifest, tier: options.tier, approved, folder: read.skill.folder }
  if (manifest.steps) return done({ ...loaded, digest: read.skill.digest, program: { kind: 'steps' } })
  if (manifest.entry === undefined) {
    if (skillMd !== undefined) return done({ ...loaded, digest: read.skill.digest, program: { kind: 'prompt' } })
    return problem('SKILL.md', 'is missing', 'a prompt skill is its SKILL.md: add it')
  }
  /** A problem of a manifest field, at the field's line in the author's file. */
  const problemOf = (field: 'entry' | 'runtimes', message: string, remedy: string): LoadResult => {
    const { positionOf, writtenAs } = reading.candidate
    return {
      ok: false,
      problems: [{ ...positionOf([field], 'value'), path: pathText(writtenAs([field])), message, remedy }],
    }
  }
  if (!files.has(manifest.entry)) {
    const near = mistyped(manifest.entry, [...files.keys()])
    const remedy = near === undefined ? 'name a file of the skill; tests are not part of it' : `did you mean ${near}?`
    return problemOf('entry', `${manifest.entry} does not exist`, remedy)
  }
  if (files.has(dockerfileName)) {
    const unfit = manifest.runtimes.find((name) => !runtimeNamed(name)?.programs.includes('image'))
    if (unfit === undefined) {
      const laidOut = layOutSkill(files)
      if (laidOut.ok) return done({ ...loaded, digest: read.skill.digest, program: { kind: 'image' } })
      const { line, message, remedy } = laidOut
      return { ok: false, problems: [problemOfFile(about.pathOf(dockerfileName), message, remedy, line)] }
    }
    return problemOf(
      'runtimes',
      `the skill has a Dockerfile, and ${unfit} cannot run it`,
      'write runtimes: [container], or remove the Dockerfile',
    )
  }
  const language = languageOfFile(manifest.entry)
  if (language === undefined) {
    return problemOf(
      'entry',
      `${manifest.entry} cannot be bundled`,
      'name a .ts, .js, .mjs, .ajs or .py file, or add a Dockerfile that begins with FROM travel-skill-base',
    )
  }
  const bundled =
    language === 'python'
      ? bundlePython({ skill: read.skill, entry: manifest.entry })
      : await bundleCached(read.skill, manifest.entry, options)
  if (!bundled.ok) {
    const problems = bundled.problems.map((found) => ({ ...found, file: join(folder, found.file), path: '' }))
    return { ok: false, problems }
  }
  const { bundle } = bundled
  const digest = wholeDigest(read.skill, bundle)
  const { code, sourceMap } = bundle
  const mapped = sourceMap === '' ? {} : { sourceMap }
  const packages = ownPackages(read.skill, bundle)
  const program = { kind: 'bundle', language, code, ...mapped, ...(packages.length > 0 && { packages }) } as const
  return done({ ...loaded, digest, program })
}

/** The files in the code that are from the skill's own `node_modules`, by their paths inside the skill. */
function ownPackages({ folder }: SkillFiles, { packageFiles }: Bundle): PackageFile[] {
  const own = join(folder, 'node_modules', '/')
  return packageFiles.flatMap(({ path, sha256 }) =>
    path.startsWith(own) ? [{ path: path.slice(folder.length + 1), sha256 }] : [],
  )
}

function noManifest(
  skillMd: string | undefined,
  problem: (file: string, message: string, remedy: string) => LoadResult,
) {
  return skillMd === undefined
    ? problem('skill.yaml', 'is missing', 'add a skill.yaml that describes the skill, or a SKILL.md with frontmatter')
    : problem(skillMd, 'has no frontmatter', 'begin it with the lines ---, name: …, description: … and ---')
}

async function bundleCached(skill: SkillFiles, entry: string, options: LoadOptions): Promise<BundleResult> {
  const { projectDir, cacheDir, bundle = bundleSkill } = options
  if (cacheDir === undefined) return bundle({ skill, entry, projectDir })
  // The key includes the folder, because it decides to which packages the imports resolve.
  const key = JSON.stringify([bundleRevision, bundler.version, resolve(projectDir), skill.folder, skill.digest, entry])
  const kept = await keptBundle(cacheDir, key)
  if (kept !== undefined) return { ok: true, bundle: kept }
  const made = await bundle({ skill, entry, projectDir })
  if (made.ok) await keepBundle(cacheDir, key, made.bundle)
  return made
}

/**
 * The digest over the skill's files, every package and SDK file in its code, and the bundled code, which depends on the
 * bundler. An approval of the digest therefore covers everything that runs.
 */
function wholeDigest({ digest }: SkillFiles, { code, packageFiles, sdkFiles }: Bundle): string {
  const hash = createHash('sha256').update(digest).update(createHash('sha256').update(code).digest())
  for (const { path, sha256 } of packageFiles) hash.update(sha256).update(path.split('/node_modules/').at(-1) ?? '')
  for (const { path, sha256 } of sdkFiles) hash.update(sha256).update(`#runner/${path.split('/runner/').at(-1)}`)
  return hash.digest('hex')
}

/** Files that ask a tool to install something, which nothing does here. */
const lists =
  /^(?:(?:dev-|test-)?requirements[\w.-]*\.(?:txt|in)|constraints\.txt|Pipfile|setup\.(?:py|cfg)|(?:environment|conda)\.ya?ml|apt(?:-packages)?\.txt|Aptfile|Brewfile|Gemfile|go\.mod|Cargo\.toml|composer\.json|pom\.xml|docker-compose\.ya?ml|compose\.ya?ml|Procfile|Makefile|install\.sh|setup\.sh)$/i
/** What of a pyproject.toml is not read: `project.dependencies` is, when the skill is installed. */
const unreadTable =
  /^\s*(?:\[(?:tool\.(?:poetry|pdm|uv|hatch)[^\]]*dep[^\]]*|project\.optional-dependencies|dependency-groups)\]|dynamic\s*=.*dependencies)/

/**
 * What files of a program ask that is not done here. The packages in the requirements.txt and pyproject.toml of a skill in
 * Python are checked when it is installed.
 */
export function unmetRequests(files: SkillFiles['files'], program: LoadedSkill['program']): readonly ManifestProblem[] {
  if (program.kind !== 'bundle' && program.kind !== 'image') return []
  const isPython = program.kind === 'bundle' && program.language === 'python'
  return [...files].flatMap(([file, content]): ManifestProblem[] => {
    const at = (line: number, message: string, remedy: string) => problemOfFile(file, message, remedy, line)
    const lines = () =>
      Buffer.from(content)
        .toString('utf8')
        .split(/\r\n?|\n/)
    if (isPython && file === 'requirements.txt') {
      return lines().flatMap((text, index) => {
        const asked = text.replace(/(?:^|\s)#.*/, '').trim()
        if (!/^-|;/.test(asked)) return []
        return [
          at(index + 1, 'is an option or a condition, which is not read', 'name the package alone, if it is needed'),
        ]
      })
    }
    if (file === 'pyproject.toml' || (file === 'package.json' && program.kind === 'image')) {
      const line = file === 'package.json' || !isPython ? 0 : lines().findIndex((text) => unreadTable.test(text))
      if (line < 0) return []
      return [at(line + 1, 'asks for packages, and nothing installs them', 'put what the skill needs into its folder')]
    }
    if (!lists.test(file) || lines().every((text) => /^\s*(?:#|$)/.test(text))) return []
    return [at(1, 'asks for what nothing does here', 'put what the skill needs into its folder, or remove the file')]
  })
}
