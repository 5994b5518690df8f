import type { SkillFiles } from './read-folder.ts'
import { utf8Of } from './utf8.ts'

/** The text of SKILL.md below its frontmatter; empty when there is none, `undefined` when it is not UTF-8. */
export function readInstructions(files: SkillFiles['files']): string | undefined {
  const bytes = files.get('SKILL.md')
  if (bytes === undefined) return ''
  const text = utf8Of(bytes)?.replace(/^\uFEFF/, '')
  return text && belowFrontmatter(text).trim()
}

/** Frontmatter begins with the first line, `---`, and ends with the next line like it. */
function belowFrontmatter(text: string): string {
  const opening = /^---[ \t]*\r?\n/.exec(text)
  if (!opening) return text
  const closing = /^---[ \t]*\r?$/gm
  closing.lastIndex = opening[0].length
  return closing.test(text) ? text.slice(closing.lastIndex) : text
}
