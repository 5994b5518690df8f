import type { LoadedSkill } from '../core/skill.ts'
import { utf8Of } from '../core/utf8.ts'
import { familyOf } from './compose-skill.ts'
import { bodyOfSkillMd, skillMdOf } from './dialects/read-front-matter.ts'
import { readSkillFiles, type SkillFiles } from './read-folder.ts'

/** The largest text that a reader gets at once. */
const maxTextBytes = 256 * 1024

/** The location of a skill's texts. `digest`: the digest of its files when the skill was loaded. */
type Texts = {
  readonly folder: LoadedSkill['folder']
  readonly manifest: { readonly provenance: Pick<LoadedSkill['manifest']['provenance'], 'digest'> }
}

export type SkillText =
  | { readonly ok: true; readonly text: string }
  /** `changed`: the files in the folder differ from those of the loaded skill. */
  | { readonly ok: false; readonly reason: 'missing' | 'changed' | 'too large' | 'not text' }

/**
 * The instructions of a skill, read on activation: those of its ancestors, each under the name of its skill, and then
 * its own. Empty without a SKILL.md.
 */
export async function readInstructions(skill: Texts & Pick<LoadedSkill, 'mixin'>): Promise<SkillText> {
  const { own = skill, parents = [] } = skill.mixin ?? {}
  const texts: string[] = []
  const ancestors = parents.flatMap(familyOf)
  for (const one of new Map(ancestors.map((each) => [each.digest, each])).values()) {
    const read = await ownInstructions(one)
    if (!read.ok) return read
    if (read.text.trim() !== '') texts.push(`# From the skill ${one.manifest.name}\n\n${read.text}`)
  }
  const read = await ownInstructions(own)
  return read.ok ? { ok: true, text: [...texts, read.text].join('\n\n') } : read
}

async function ownInstructions(skill: Texts): Promise<SkillText> {
  const files = await filesOf(skill)
  if (files === undefined) return { ok: false, reason: 'changed' }
  const bytes = skillMdOf(files)?.bytes
  const read = bytes === undefined ? ({ ok: true, text: '' } as const) : textOf(bytes)
  return read.ok ? { ok: true, text: bodyOfSkillMd(read.text) } : read
}

/**
 * One file of a skill, read when its instructions refer to it: its own, else that of the last parent that has it.
 * `path` is a name among the skill's own files and never a path of the file system, so that it cannot leave the folder
 * or follow a link.
 */
export async function readReference(skill: Texts & Pick<LoadedSkill, 'mixin'>, path: string): Promise<SkillText> {
  const { own = skill, parents = [] } = skill.mixin ?? {}
  const found = await ownReference(own, path)
  if (found.ok || found.reason !== 'missing') return found
  for (const parent of parents.toReversed()) {
    const inherited = await readReference(parent, path)
    if (inherited.ok || inherited.reason !== 'missing') return inherited
  }
  return found
}

async function ownReference(skill: Texts, path: string): Promise<SkillText> {
  const files = await filesOf(skill)
  if (files === undefined) return { ok: false, reason: 'changed' }
  const bytes = files.get(path.replace(/^\.\//, ''))
  return bytes === undefined ? { ok: false, reason: 'missing' } : textOf(bytes)
}

/** The paths of the files of a skill and its ancestors beside their instructions, sorted. */
export async function listReferences(skill: Texts & Pick<LoadedSkill, 'mixin'>): Promise<readonly string[]> {
  const { own = skill, parents = [] } = skill.mixin ?? {}
  const files = await filesOf(own)
  const instructions = files && skillMdOf(files)?.name
  const paths = [...(files?.keys() ?? [])].filter((path) => path !== instructions)
  const inherited = await Promise.all(parents.map(listReferences))
  return [...new Set([...paths, ...inherited.flat()])].sort()
}

/** The skill's files. `undefined`: they differ from those of the loaded skill. */
async function filesOf({ folder, manifest }: Texts): Promise<SkillFiles['files'] | undefined> {
  const read = await readSkillFiles(folder)
  return read.ok && read.skill.digest === manifest.provenance.digest ? read.skill.files : undefined
}

function textOf(bytes: Uint8Array): SkillText {
  if (bytes.length > maxTextBytes) return { ok: false, reason: 'too large' }
  const text = utf8Of(bytes)
  return text === undefined ? { ok: false, reason: 'not text' } : { ok: true, text }
}
