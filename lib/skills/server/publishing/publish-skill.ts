import { relative } from 'node:path'
import { judge } from '#gates/judge.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { type CheckApart, CheckUnfinished } from '../gates/check-apart.ts'
import { rulesFolder } from '../gates/read-suppressions.ts'
import type { ExampleProblem } from '../invoking/run-examples.ts'
import {
  addToRegistry,
  indexName,
  type NamedFiles,
  type RegistryChange,
  readRegistry,
  readSkills,
  writeRegistry,
} from '../sources/build-registry.ts'
import type { Files } from '../sources/check-entries.ts'
import { writePrivateSkill } from '../sources/private-skill.ts'
import { signedText } from '../sources/registry-index.ts'
import type { Publisher } from '../sources/source.ts'
import { commitToBranch, readCommitted } from './git-branch.ts'
import { notPublished, type Published, type PublishProblem } from './publish-problem.ts'

export type PublishPorts = {
  readonly check: CheckApart
  /** Runs the examples of a skill, as far as this machine can. */
  readonly exampleProblems: (skill: LoadedSkill) => Promise<readonly ExampleProblem[]>
  /** Signs a text with the key of this instance. Undefined: there is no key. */
  readonly sign: (text: string) => Promise<Publisher | undefined>
  readonly projectDir: string
  /** Where the checked copy of the skill is made, such as the folder for temporary files. */
  readonly parent: string
}

/** `branch`: in the git repository of `registry`, from its current commit, instead of the files of the folder. */
type PublishRequest = {
  readonly folder: string
  readonly registry: string
  readonly inBranch: boolean
}

/** `isNew` false: the registry has exactly this version already. */
export type PublishedSkill = RegistryChange['versions'][number] & {
  readonly isNew: boolean
  /** The new branch, and its commit. Undefined: none was made. */
  readonly branch: string | undefined
  readonly commit: string | undefined
}

/**
 * Checks a skill strictly, packs and signs it, and adds it to a registry. Reads its files once, so that what is published
 * is what was checked. Everything that can fail comes before the one step that publishes.
 */
export async function publishSkill(ports: PublishPorts, request: PublishRequest): Promise<Published<PublishedSkill>> {
  const { folder, registry, inBranch } = request
  const read = await readSkills(folder)
  if (!read.ok) return notPublished({ code: 'source', refusal: read })
  const [[name, files] = [], ...more] = read.skills
  if (name === undefined || files === undefined || more.length > 0) {
    return notPublished({ code: 'several', names: [...read.skills.keys()] })
  }
  const problem = await problemOf(ports, name, files)
  if (problem !== undefined) return notPublished(problem)

  const base = inBranch ? await readCommitted(registry) : undefined
  if (base?.ok === false) return base
  const before = base === undefined ? await readRegistry(registry) : base.value.index
  if (typeof before === 'object') return notPublished({ code: 'source', refusal: before })
  const change = await signedChange(ports, before, read.skills)
  if (!change.ok) return change
  const { index, archives, added, versions } = change.value
  const [version] = versions
  if (version === undefined) throw new TypeError('a skill without a version was added to a registry')
  const isNew = added.length > 0
  const facts = { ...version, isNew, branch: undefined, commit: undefined }
  if (!isNew) return { ok: true, value: facts }
  if (base === undefined) {
    const refusal = await writeRegistry(registry, before, change.value)
    return refusal === undefined ? { ok: true, value: facts } : notPublished({ code: 'source', refusal })
  }
  const branch = `publish/${name}-${version.version}`
  const written = new Map([...archives, [indexName, Buffer.from(index)] as const])
  const done = await commitToBranch(base.value, {
    branch,
    files: written,
    message: `Publish ${name} ${version.version}`,
  })
  return done.ok ? { ok: true, value: { ...facts, branch, commit: done.value } } : done
}

/** Why the files of a skill must not be published. Checks a private copy of them. */
async function problemOf(
  { check, exampleProblems, projectDir, parent }: PublishPorts,
  name: string,
  files: Files,
): Promise<PublishProblem | undefined> {
  const copy = await writePrivateSkill(parent, name, files)
  if (!copy.ok) return { code: 'source', refusal: copy }
  await using skill = copy
  const { folder } = skill
  const loaded = await loadSkillFolder(folder, { tier: 'untrusted', mode: 'publish', name, projectDir })
  if (!loaded.ok) {
    // The author knows the files by their own paths.
    return { code: 'folder', problems: loaded.problems.map((one) => ({ ...one, file: relative(folder, one.file) })) }
  }
  try {
    const evidence = await check({ rulesFolder: rulesFolder(projectDir), folder, name })
    // Without the findings that this instance accepts: others would not accept them.
    const found = judge(evidence, {})
    if (found.verdict !== 'admit') return { code: 'gates', check: found }
  } catch (cause) {
    if (cause instanceof CheckUnfinished) return { code: 'gates_unfinished', detail: cause.message }
    throw cause
  }
  // As the author runs it: strangers' limits are another question than whether the example is right.
  const tried = await loadSkillFolder(folder, { tier: 'local', name, projectDir })
  const problems = tried.ok ? await exampleProblems(tried.skill) : []
  return problems.length === 0 ? undefined : { code: 'examples', problems }
}

/** Ends a change of a registry before anything of it is written. */
class NoKey extends Error {}

async function signedChange(
  { sign }: PublishPorts,
  before: string | undefined,
  skills: NamedFiles,
): Promise<Published<RegistryChange>> {
  try {
    const change = await addToRegistry(before, skills, async (release) => {
      const signed = await sign(signedText(release))
      if (signed === undefined) throw new NoKey()
      return signed
    })
    return change.ok ? { ok: true, value: change } : notPublished({ code: 'source', refusal: change })
  } catch (cause) {
    if (cause instanceof NoKey) return notPublished({ code: 'no_key' })
    throw cause
  }
}
