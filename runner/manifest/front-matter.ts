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
export function divideSkillMd(text: string): FrontMatterText | undefined {
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
