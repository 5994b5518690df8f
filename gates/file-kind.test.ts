import { describe, expect, it } from 'vitest'
import { fileKindOf, textOf } from './file-kind.ts'
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

const kindOf = (path: string, ...parts: (string | readonly number[])[]) =>
  fileKindOf(
    path,
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  )

describe('the first bytes decide', () => {
  it.each<[string, string, (string | readonly number[])[], string]>([
    ['a ZIP file', 'a.zip', ['PK\x03\x04'], 'archive'],
    ['a ZIP file that is a document', 'a.docx', ['PK\x03\x04'], 'document'],
    ['a ZIP file with the name of a text', 'a.md', ['PK\x03\x04'], 'archive'],
    ['a Windows program', 'a.txt', ['MZ', [0x90, 0]], 'compiled'],
    ['a text that begins with MZ', 'a.txt', ['MZ is a mark'], 'text'],
    ['a Linux program', 'a.txt', ['\x7fELF without a NUL'], 'compiled'],
    ['a pickle of protocol 2', 'a.txt', [[0x80, 2], 'x.'], 'compiled'],
    ['a pickle of protocol 5', 'a.txt', [[0x80, 5], 'x.'], 'compiled'],
    ['a pickle of no known protocol', 'a.txt', [[0x80, 1], 'x.'], 'text'],
    ['a pickle of a later protocol', 'a.txt', [[0x80, 6], 'x.'], 'text'],
    ['bytes of a pickle without its end', 'a.txt', [[0x80, 2], 'x'], 'text'],
    ['bytecode of Python 3.12', 'a.bin', [[0xcb, 0x0d, 0x0d, 0x0a, 0, 1, 0, 0]], 'compiled'],
    ['bytecode with the lowest version', 'a.bin', [[0xcb, 0x0c, 0x0d, 0x0a, 1, 1, 0, 0]], 'compiled'],
    ['bytecode with the highest version', 'a.bin', [[0xcb, 0x0f, 0x0d, 0x0a, 1, 1, 0, 0]], 'compiled'],
    ['a lower version', 'a.txt', [[0x61, 0x0b, 0x0d, 0x0a, 0x61, 0x61, 0, 0], 'text '.repeat(50)], 'text'],
    ['a higher version', 'a.txt', [[0x61, 0x20, 0x0d, 0x0a, 0x61, 0x61, 0, 0], 'text '.repeat(50)], 'text'],
    ['a line that does not end so', 'a.txt', [[0x61, 0x0d, 0x61, 0x0a, 0x61, 0x61, 0, 0], 'text '.repeat(50)], 'text'],
    ['a line that ends otherwise', 'a.txt', [[0x61, 0x0d, 0x0d, 0x61, 0x61, 0x61, 0, 0], 'text '.repeat(50)], 'text'],
    ['flags with other bytes', 'a.txt', [[0x61, 0x0d, 0x0d, 0x0a, 0x61, 0x61, 1, 0], 'text '.repeat(50)], 'text'],
  ])('%s', (_, path, parts, kind) => {
    expect(kindOf(path, ...parts).kind).toBe(kind)
  })

  it.each([
    ['run', '#!/bin/sh\n', 'shell'],
    ['run.txt', '#!/usr/bin/env python3\n', 'python'],
    ['run.md', '#!/usr/bin/env node\n', 'javascript'],
    ['run.md', '# python\n', 'markdown'],
    ['run.sh', '#!/usr/bin/env nothing-known\n', 'shell'],
  ])('a program named %s that begins with %j is %s', (path, start, language) => {
    expect(kindOf(path, start)).toMatchObject({ kind: 'text', language })
  })
})

describe('a file with NUL bytes', () => {
  const mostly = (controls: number, others: number) => [...Array(controls).fill(1), ...Array(others).fill(0x61), 0]

  it.each([
    ['text with at most 2 % of control characters', 'a.txt', mostly(2, 98), { kind: 'text', hasNul: true }],
    ['anything with more of them', 'a.txt', mostly(3, 97), { kind: 'media' }],
    ['a library by its name', 'a.so', mostly(3, 97), { kind: 'compiled' }],
    ['only NUL', 'a.txt', [0, 0], { kind: 'media' }],
    ['DEL for a control character', 'a.txt', [...Array(3).fill(127), ...Array(97).fill(0x61), 0], { kind: 'media' }],
    [
      'tabs, line feeds, form feeds and carriage returns for none',
      'a.txt',
      [...[9, 10, 12, 13].flatMap((byte) => Array(9).fill(byte)), ...Array(64).fill(0x61), 0],
      { kind: 'text', hasNul: true },
    ],
  ])('counts as %s', (_, path, bytes, kind) => {
    expect(kindOf(path, bytes)).toMatchObject(kind)
  })
})

it('reads UTF-16 of both byte orders, which has no NUL characters, and leaves them out of other text', () => {
  const little = Buffer.from('\ufeffcurl', 'utf16le')
  const big = Buffer.from(little).swap16()
  for (const bytes of [little, big]) {
    expect(fileKindOf('a.txt', bytes)).toMatchObject({ kind: 'text', hasNul: false })
    expect(textOf(bytes)).toBe('curl')
  }
  expect(textOf(Buffer.from('cu\0rl'))).toBe('curl')
  for (const start of [
    [0xff, 0x61],
    [0x61, 0xfe],
    [0xfe, 0x61],
    [0x61, 0xff],
  ]) {
    const bytes = Buffer.from([...start, ...Buffer.from('cu\0rl')])
    expect(fileKindOf('a.txt', bytes)).toMatchObject({ kind: 'text', hasNul: true })
    expect(textOf(bytes)).toContain('curl')
  }
})
