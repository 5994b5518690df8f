import { describe, expect, it } from 'vitest'
import { bodyOfSkillMd as read } from './read-front-matter.ts'

describe('the instructions of a skill', () => {
  it.each([
    ['---\nname: x\n---\n\n# How\n\nAsk.\n', '# How\n\nAsk.'],
    ['---\r\nname: x\r\n---  \r\n# How\r\n', '# How'],
    ['\uFEFF---\n---\n# How', '# How'],
    ['\n \n---\nname: x\n---\n# How', '# How'],
    ['# How\n\n---\n\nMore.', '# How\n\n---\n\nMore.'],
    ['---\n---', ''],
    ['<!-- By a tool. -->\n<!-- a\nb -->\n---\nname: x\n---\n# How', '# How'],
    ['```yaml\n---\nname: x\n---\n```\n\n# How', '# How'],
    ['---\nname: x\n...\n# How', '# How'],
  ])('are the text of SKILL.md below the frontmatter: %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('are the whole file if its frontmatter is not closed, so that no text is lost', () => {
    expect(read('---\nname: x\n# How')).toBe('---\nname: x\n# How')
  })

  it('are found in a file of a million lines', () => {
    expect(read(`---\n${'a\n'.repeat(1_000_000)}---\nend`)).toBe('end')
    expect(read(`---\n${'a\n'.repeat(1_000_000)}`)?.length).toBe(2_000_003)
    for (const blank of ['\n', '\r\n', ' ', '\t\n']) expect(read(blank.repeat(2_500_000))).toBe('')
    for (const start of ['<!--', '<!---->\n', '```yaml\n']) expect(read(start.repeat(300_000))).toMatch(/^(<!--|```)/)
  })
})
