import { isObject } from '../../contract/skill-io.ts'
import { utf8Of } from '../../core/utf8.ts'
import { type ManifestProblem, problemOfFile } from '../manifest-problem.ts'
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
    return { ok: false, problems: [problemOfFile(file, message, remedy)] }
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

/** The two parts of a SKILL.md. */
type FrontMatterText = {
  /** The YAML between the lines `---`. Starts with an empty line for each preceding line, which keeps line numbers. */
  readonly yaml: string
  readonly body: string
  /** Whether a comment or the start of a code block precedes the frontmatter. */
  readonly preamble: boolean
}

/** Repetitions are bounded, because a group that repeats over millions of lines overflows the JavaScript stack. */
const opening =
  /^\uFEFF?(?:[ \t]{0,100}\r?\n|<!--(?:(?!-->)[\s\S]){0,5000}-->[ \t]{0,100}\r?\n|```ya?ml[ \t]{0,100}\r?\n){0,100}---[ \t]*\r?\n/

/** Whether a text starts with frontmatter, even if the frontmatter is never closed. */
export function startsFrontMatter(text: string): boolean {
  return opening.test(text)
}

/**
 * Divides a SKILL.md into frontmatter and body. Frontmatter starts with a line `---` after nothing but empty lines,
 * comments or the start of a code block, and ends with the next such line, or with a line `...`. `undefined`: the file has no frontmatter, or the frontmatter is never closed.
 */
function divideSkillMd(text: string): FrontMatterText | undefined {
  const [start] = opening.exec(text) ?? []
  if (start === undefined) return undefined
  const closing = /^(?:---|\.\.\.)[ \t]*\r?$/gm
  closing.lastIndex = start.length
  const end = closing.exec(text)
  if (!end) return undefined
  const isCode = start.includes('```')
  const body = text.slice(closing.lastIndex)
  return {
    yaml: start.replace(/[^\n]/g, '') + text.slice(start.length, end.index),
    body: isCode ? body.replace(/^\s*```/, '') : body,
    preamble: isCode || start.includes('<!--'),
  }
}

/** The text below the frontmatter, or the whole text if there is no frontmatter or it is never closed. */
export function bodyOfSkillMd(text: string): string {
  return (divideSkillMd(text)?.body ?? text.replace(/^\uFEFF/, '')).trim()
}
