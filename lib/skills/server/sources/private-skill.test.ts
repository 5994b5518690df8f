import { lstat, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { writePrivateSkill } from './private-skill.ts'
import { readArchive } from './read-archive.ts'
import { type RawEntry, tarGzOf, zipOf } from './testing/archives.ts'

let around = ''
beforeAll(async () => {
  around = await mkdtemp(join(tmpdir(), 'around-'))
  await mkdir(join(around, 'tmp'))
})
afterAll(async () => {
  await rm(around, { recursive: true })
})

async function everythingIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}

describe('the private folder of a fetched skill', () => {
  it('holds the files, for this user only and not executable, and is gone after dispose', async () => {
    const files = new Map([
      ['SKILL.md', Buffer.from('# Hello')],
      ['scripts/run.sh', Buffer.from('#!/bin/sh')],
    ])
    const written = await writePrivateSkill(join(around, 'tmp'), 'pdf', files)
    if (!written.ok) throw new Error(written.reason)
    expect(written.folder).toMatch(/[/\\]pdf$/)
    expect(await readFile(join(written.folder, 'scripts/run.sh'), 'utf8')).toBe('#!/bin/sh')
    if (process.platform !== 'win32') {
      expect((await lstat(join(written.folder, 'scripts/run.sh'))).mode & 0o777).toBe(0o600)
      expect((await lstat(written.folder)).mode & 0o777).toBe(0o700)
    }
    await written[Symbol.asyncDispose]()
    expect(await everythingIn(around)).toEqual([])
  })

  it('holds every file that is written, whatever entries an archive has', async () => {
    const part = fc.oneof(
      fc.constantFrom(
        '..',
        '.',
        '',
        'a',
        'A',
        'b',
        '~',
        'NUL',
        '.git',
        'a\\..\\..\\b',
        'C:',
        'e\u0301',
        '\u00e9',
        '\0',
      ),
      fc.string({ maxLength: 4, unit: anyCharacter }),
    )
    const name = fc
      .tuple(fc.constantFrom('', '', '/', './', '../', '../../'), fc.array(part, { minLength: 1, maxLength: 4 }))
      .map(([start, parts]) => start + parts.join('/'))
    const type = fc.constantFrom('file', 'file', 'file', 'directory', 'symlink', 'link' as const)
    const entry = fc.record({ name, type, linkname: name, content: fc.constantFrom('', 'text') })
    const plain = fc.record({
      name: fc.constantFrom('a', 'b/c', 'b/d', './e', 'B/c', 'b'),
      content: fc.constant('text'),
    })
    const entries: fc.Arbitrary<RawEntry[]> = fc.array(fc.oneof(entry, plain, plain), { maxLength: 5 })
    let written = 0
    await fc.assert(
      fc.asyncProperty(entries, fc.boolean(), async (raw, isZip) => {
        const modes = { symlink: 0o120777, directory: 0o040755 }
        const zipped = raw.map((one) => ({ ...one, mode: one.type === 'symlink' ? modes.symlink : 0o100644 }))
        const read = await readArchive(isZip ? zipOf(zipped) : await tarGzOf(raw))
        if (!read.ok) return
        const skill = await writePrivateSkill(join(around, 'tmp'), 'pdf', read.files)
        if (!skill.ok) throw new Error(skill.reason)
        const found = await everythingIn(around)
        expect(found.every((path) => !relative(skill.folder, path).startsWith('..'))).toBe(true)
        expect(found).toHaveLength(read.files.size)
        for (const path of found) expect((await lstat(path)).isFile()).toBe(true)
        written += found.length
        await skill[Symbol.asyncDispose]()
      }),
      { numRuns: 300 },
    )
    expect(written).toBeGreaterThan(50)
  })
})
