import { isObject } from '../../contract/skill-io.ts'
import { utf8Of } from '../../core/utf8.ts'
import { divideSkillMd, startsFrontMatter } from '../front-matter.ts'
import type { ManifestProblem } from '../manifest-problem.ts'
import type { SkillFiles } from '../read-folder.ts'
import type { About } from './dialect.ts'
import { cutTexts, hasTexts, mendFrontMatter, type Repair } from './mend-front-matter.ts'
import { parseYaml, type YamlText } from './parse-yaml.ts'

/** The names of the file with the instructions, with the preferred name first. */
export const skillMdNames = ['SKILL.md', 'skill.md', 'Skill.md'] as const

export function skillMdOf(
  files: SkillFiles['files'],
): { readonly name: string; readonly bytes: Uint8Array } | undefined {
  for (const name of skillMdNames) {
    const bytes = files.get(name)
    if (bytes !== undefined) return { name, bytes }
  }
  return undefined
}

type FrontMatter = {
  readonly file: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly yaml: YamlText
  /** What was read differently than it is written, or was not read. */
  readonly repairs: readonly Repair[]
}

/** Reads the frontmatter of a SKILL.md. `undefined`: there is no SKILL.md, or it does not start with `---`. */
export function readFrontMatter(
  files: SkillFiles['files'],
  { name: folder, pathOf }: About,
): { ok: true; front: FrontMatter } | { ok: false; problems: readonly ManifestProblem[] } | undefined {
  const found = skillMdOf(files)
  if (found === undefined) return undefined
  const file = pathOf(found.name)
  const refuse = (message: string, remedy: string): { ok: false; problems: readonly ManifestProblem[] } => {
    return { ok: false, problems: [{ file, line: 1, column: 1, path: '', message, remedy }] }
  }
  const text = utf8Of(found.bytes)
  if (text === undefined) return refuse('is not UTF-8 text', 'save it as UTF-8')
  const divided = divideSkillMd(text)
  if (divided === undefined) {
    if (!startsFrontMatter(text)) return undefined
    return refuse('has frontmatter that never ends', 'end it with a line of three hyphens: ---')
  }
  // Line ends of Windows mean the same as others.
  const written = divided.yaml.replaceAll(/\r\n?/g, '\n')
  const parsed = parseYaml(written)
  const isSound = parsed.ok && isObject(parsed.yaml.value) && hasTexts(parsed.yaml.value)
  const mended = isSound ? undefined : mendFrontMatter(written)
  const again = mended === undefined ? parsed : parseYaml(mended.yaml)
  const read = again.ok ? again : parsed
  if (!read.ok) return { ok: false, problems: read.problems.map((problem) => ({ file, ...problem })) }
  const { yaml } = read
  if (!isObject(yaml.value))
    return refuse('has frontmatter that is not keys and values', `begin it with name: ${folder}`)
  const repairs = [...(again.ok ? (mended?.repairs ?? []) : []), ...cutTexts(mended?.yaml ?? written)]
  const { preamble } = divided
  const before = { line: 1, message: 'line 1 is not the start of the frontmatter', remedy: 'begin the file with ---' }
  return { ok: true, front: { file, fields: yaml.value, yaml, repairs: preamble ? [before, ...repairs] : repairs } }
}
