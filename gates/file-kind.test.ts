import { describe, expect, it } from 'vitest'
import { fileKindOf } from './file-kind.ts'
import { markdownParts } from './markdown-parts.ts'

const text = Buffer.from('some text')
const languageOf = (path: string) => {
  const kind = fileKindOf(path, text)
  return kind.kind === 'text' ? kind.language : kind.kind
}

it.each([
  ['a.MDX', 'markdown'],
  ['a.svg', 'html'],
  ['src/a.mts', 'javascript'],
  ['a.zsh', 'shell'],
  ['Makefile', 'shell'],
  ['.npmrc', 'config'],
  ['.env.local', 'config'],
  ['LICENSE', 'prose'],
  ['a.unheard', 'other'],
])('reads %s as %s', (path, language) => {
  expect(languageOf(path)).toBe(language)
})

describe.each(['constructor', '__proto__', 'hasOwnProperty'])('the name %s, which every object has,', (name) => {
  it('hides no file from the rules about prose', () => {
    expect(languageOf(`skill/${name}`)).toBe('prose')
  })

  it('hides no code block from the rules', () => {
    expect(markdownParts(`\`\`\`${name}\nx\n\`\`\`\n`).map(({ language }) => language)).toContain('other')
  })
})
