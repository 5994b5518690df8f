/** A SKILL.md in its two parts. */
export type FrontMatterText = {
  /** The YAML between the lines `---`, after one empty line for each line before it, so that positions stay the same. */
  readonly yaml: string
  readonly body: string
}

/** Bounded, because a repeated group over millions of lines overflows the engine's stack. */
const opening = /^\uFEFF?(?:[ \t]{0,100}\r?\n){0,100}---[ \t]*\r?\n/

/** Whether a first line `---` begins frontmatter, even if it never ends. */
export function startsFrontMatter(text: string): boolean {
  return opening.test(text)
}

/**
 * Divides a SKILL.md. Frontmatter starts with a first line `---`, perhaps after empty lines, and ends with the next such
 * line. `undefined`: it has no frontmatter, or its frontmatter never ends.
 */
export function divideSkillMd(text: string): FrontMatterText | undefined {
  const [start] = opening.exec(text) ?? []
  if (start === undefined) return undefined
  const closing = /^---[ \t]*\r?$/gm
  closing.lastIndex = start.length
  const end = closing.exec(text)
  if (!end) return undefined
  return {
    yaml: start.replace(/[^\n]/g, '') + text.slice(start.length, end.index),
    body: text.slice(closing.lastIndex),
  }
}

/** The text below the frontmatter. Without frontmatter, or when it never ends, the whole text, so that nothing is lost. */
export function bodyOfSkillMd(text: string): string {
  return (divideSkillMd(text)?.body ?? text.replace(/^\uFEFF/, '')).trim()
}
