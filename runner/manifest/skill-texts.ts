import type { LoadedSkill } from '../core/skill.ts'
import { utf8Of } from '../core/utf8.ts'
import { skillMdOf } from './dialects/read-front-matter.ts'
import { bodyOfSkillMd } from './front-matter.ts'
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

/** The instructions of a skill, read on activation. Empty without a SKILL.md. */
export async function readInstructions(skill: Texts): Promise<SkillText> {
  const files = await filesOf(skill)
  if (files === undefined) return { ok: false, reason: 'changed' }
  const bytes = skillMdOf(files)?.bytes
  const read = bytes === undefined ? ({ ok: true, text: '' } as const) : textOf(bytes)
  return read.ok ? { ok: true, text: bodyOfSkillMd(read.text) } : read
}

/**
 * One file of a skill, read when its instructions refer to it. `path` is a name among the skill's own files and never a
 * path of the file system, so that it cannot leave the folder or follow a link.
 */
export async function readReference(skill: Texts, path: string): Promise<SkillText> {
  const files = await filesOf(skill)
  if (files === undefined) return { ok: false, reason: 'changed' }
  const bytes = files.get(path.replace(/^\.\//, ''))
  return bytes === undefined ? { ok: false, reason: 'missing' } : textOf(bytes)
}

/** The paths of the skill's files beside its instructions, sorted. */
export async function listReferences(skill: Texts): Promise<readonly string[]> {
  const files = await filesOf(skill)
  const instructions = files && skillMdOf(files)?.name
  return [...(files?.keys() ?? [])].filter((path) => path !== instructions).sort()
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
