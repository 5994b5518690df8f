import { describe, expect, it } from 'vitest'
import { readInstructions } from './instructions.ts'

const read = (text: string | Uint8Array) => readInstructions(new Map([['SKILL.md', Buffer.from(text)]]))

describe('the instructions of a skill', () => {
  it.each([
    ['---\nname: x\n---\n\n# How\n\nAsk.\n', '# How\n\nAsk.'],
    ['---\r\nname: x\r\n---  \r\n# How\r\n', '# How'],
    ['\uFEFF---\n---\n# How', '# How'],
    ['# How\n\n---\n\nMore.', '# How\n\n---\n\nMore.'],
    ['---\n---', ''],
  ])('are its SKILL.md below the frontmatter: %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('are all of a file whose frontmatter never ends, so that nothing is lost', () => {
    expect(read('---\nname: x\n# How')).toBe('---\nname: x\n# How')
  })

  it('are empty without a SKILL.md, and unknown when it is not UTF-8', () => {
    expect(readInstructions(new Map())).toBe('')
    expect(read(new Uint8Array([0xff, 0xfe, 0x00]))).toBeUndefined()
  })

  it('are found in a file of a million lines', () => {
    expect(read(`---\n${'a\n'.repeat(1_000_000)}---\nend`)).toBe('end')
    expect(read(`---\n${'a\n'.repeat(1_000_000)}`)?.length).toBe(2_000_003)
  })
})
