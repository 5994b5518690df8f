import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createEntryCheck, withoutRoot } from './check-entries.ts'
import { readArchive } from './read-archive.ts'
import { type RawEntry, tarGzOf, tarOf, zipOf } from './testing/archives.ts'

const skill: RawEntry = { name: 'SKILL.md', content: '# Hello' }
const formats = [
  ['tar.gz', tarGzOf],
  ['zip', async (entries: readonly RawEntry[]) => zipOf(entries)],
] as const

async function textsOf(archive: Uint8Array) {
  const read = await readArchive(archive)
  return read.ok ? Object.fromEntries([...read.files].map(([path, bytes]) => [path, `${Buffer.from(bytes)}`])) : read
}

describe.each(formats)('an archive: %s', (_, archiveOf) => {
  it('gives its files, without its folders', async () => {
    const archive = await archiveOf([
      { name: 'pdf/', type: 'directory', mode: 0o040755 },
      { name: 'pdf/SKILL.md', content: '# Hello' },
      { name: './pdf/scripts/größe 1.py', content: 'print(1)' },
      { name: 'pdf/.gitattributes', content: '* filter=evil' },
      { name: 'pdf/empty' },
    ])
    expect(await textsOf(archive)).toEqual({
      'pdf/SKILL.md': '# Hello',
      'pdf/scripts/größe 1.py': 'print(1)',
      'pdf/.gitattributes': '* filter=evil',
      'pdf/empty': '',
    })
  })

  it('leaves out links beside its skills, and is refused for one in a skill', async () => {
    const link = (name: string): RawEntry => ({ name, type: 'symlink', linkname: '../x', content: 'x', mode: 0o120777 })
    const one = { name: 'r/skills/one/SKILL.md', content: '# One' }
    const beside = [link('r/CLAUDE.md'), link('r/.claude/skills'), link('r/skills/one.md')]
    expect(await textsOf(await archiveOf([...beside, one]))).toEqual({ [one.name]: one.content })
    expect(await textsOf(await archiveOf([...beside, one, link('r/skills/one/data')]))).toMatchObject({
      reason: 'entry',
      facts: { entry: 'r/skills/one/data', problem: 'link' },
    })
    expect(await textsOf(await archiveOf(beside))).toMatchObject({ facts: { entry: 'r/CLAUDE.md', problem: 'link' } })
  })

  it('is read without the skills that have a refused entry, each by the name of its entry', async () => {
    const skills = ['good', 'linked', 'lfs', 'clash', 'device'].map((name) => `r/skills/${name}/SKILL.md`)
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'
    const archive = await archiveOf([
      { name: 'r/skills/linked/a', type: 'symlink', linkname: '../good', content: '../good', mode: 0o120777 },
      ...skills.map((name) => ({ name, content: '# x' })),
      { name: 'r/skills/lfs/model.bin', content: pointer },
      { name: 'r/skills/clash/skill.MD', content: 'x' },
      { name: 'r/skills/device/NUL', content: 'x' },
      { name: 'r/docs/a:b.md', content: 'beside the skills' },
    ])
    const read = await readArchive(archive)
    if (!read.ok) throw new Error(JSON.stringify(read))
    expect([...read.files.keys()]).toEqual(['r/skills/good/SKILL.md'])
    expect([...read.refused].map(([folder, refusal]) => [folder, refusal.facts])).toEqual([
      ['r/skills/clash', { entry: 'r/skills/clash/skill.MD', problem: 'collision' }],
      ['r/skills/device', { entry: 'r/skills/device/NUL', problem: 'windows_name' }],
      ['r/skills/lfs', { entry: 'r/skills/lfs/model.bin', problem: 'lfs_pointer' }],
      ['r/skills/linked', { entry: 'r/skills/linked/a', problem: 'link' }],
    ])
    // A path that leaves the archive belongs to no skill of it.
    const outside = await archiveOf([...skills.map((name) => ({ name })), { name: 'r/../../x' }])
    expect(await readArchive(outside)).toMatchObject({ ok: false, facts: { problem: 'outside' } })
  })

  it.each([
    ['a path that leaves the folder', '../evil', 'outside'],
    ['a path that leaves the folder in the middle', 'a/../../evil', 'outside'],
    ['an absolute path', '/etc/cron.d/evil', 'absolute'],
    ['a drive', 'C:evil', 'absolute'],
    ['a network path of Windows', '\\\\host\\evil', 'absolute'],
    ['a backslash', 'a\\..\\evil', 'bad_name'],
    ['an empty segment', 'a//b', 'bad_name'],
    ['a dot segment', 'a/./b', 'bad_name'],
    ['a line break', 'a\nb', 'bad_name'],
    ['a hidden character', 'a\u202eb', 'bad_name'],
    ['a name that is too long for a file system', 'x'.repeat(256), 'bad_name'],
    ['a device of Windows', 'a/NUL', 'windows_name'],
    ['a device of Windows with an extension', 'com1.txt', 'windows_name'],
    ['a stream of Windows', 'a/b:c', 'windows_name'],
    ['a trailing dot', 'a./b', 'windows_name'],
    ['a trailing space', 'a ', 'windows_name'],
    ['a folder of git', 'a/.GIT/config', 'git_folder'],
    ['a folder of git by its short name', 'git~1/config', 'git_folder'],
    ['more folders than allowed', `${'a/'.repeat(11)}b`, 'too_deep'],
  ])('with %s is refused by the name of the entry', async (_case, name, problem) => {
    const read = await readArchive(await archiveOf([skill, { name }]))
    expect(read).toMatchObject({ ok: false, code: 'SOURCE_REFUSED', fault: 'author', reason: 'entry' })
    expect(read).toHaveProperty('facts.problem', problem)
  })

  it.each([
    ['case', 'readme.md', 'README.md'],
    ['Unicode form', 'caf\u00e9', 'cafe\u0301'],
    ['nothing', 'a', 'a'],
    ['the case of a folder', 'docs/a', 'Docs/b'],
    ['being a folder', 'docs', 'docs/a'],
    ['being a file', 'docs/a', 'docs'],
    ['the case of a letter that becomes two', 'straße', 'STRASSE'],
  ])('with names that differ only by %s is refused', async (_case, first, second) => {
    const read = await readArchive(await archiveOf([{ name: first }, { name: second }]))
    expect(read).toMatchObject({ reason: 'entry', facts: { entry: second, problem: 'collision' } })
  })

  it('with a stand-in for content of Git LFS is refused', async () => {
    const content = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'
    const read = await readArchive(await archiveOf([skill, { name: 'model.bin', content }]))
    expect(read).toMatchObject({ reason: 'entry', facts: { entry: 'model.bin', problem: 'lfs_pointer' } })
  })

  it('that unpacks to more than 50 MB is refused', async () => {
    const content = Buffer.alloc(26 * 1024 * 1024)
    const archive = await archiveOf([skill, { name: 'a', content }, { name: 'b', content }])
    expect(archive.length).toBeLessThan(1024 * 1024)
    expect(await readArchive(archive)).toMatchObject({ reason: 'too_large', facts: { limitBytes: 52_428_800 } })
  })

  it('that is cut off, or is something else, is refused', async () => {
    const whole = await archiveOf([skill, { name: 'a', content: 'x'.repeat(5_000) }])
    const cut = await readArchive(whole.subarray(0, whole.length - 30))
    expect(cut).toMatchObject({ code: 'SOURCE_REFUSED', reason: 'malformed' })
    expect(await readArchive(Buffer.from('<html>not found</html>'))).toMatchObject({ reason: 'malformed' })
    expect(await readArchive(new Uint8Array())).toMatchObject({ reason: 'malformed' })
  })
})

describe('an archive of 10,000 entries', () => {
  const tooMany = { reason: 'too_many_files', facts: { limit: 2_000 } }

  it('is refused: tar.gz', async () => {
    const tar = await tarOf([{ name: 'a/', type: 'directory' }])
    const [head, end] = [tar.subarray(0, 512), tar.subarray(512)]
    const archive = gzipSync(Buffer.concat([...Array.from({ length: 10_000 }, () => head), end]))
    expect(await readArchive(archive)).toMatchObject(tooMany)
  })

  it('is refused: zip', async () => {
    const archive = zipOf(Array.from({ length: 10_000 }, (_file, index) => ({ name: `f${index}` })))
    expect(await readArchive(archive)).toMatchObject(tooMany)
  })
})

describe('a tar.gz archive', () => {
  it.each(['symlink', 'link', 'character-device', 'block-device', 'fifo', 'contiguous-file'] as const)(
    'with an entry of the type %s is refused',
    async (type) => {
      const read = await readArchive(await tarGzOf([skill, { name: 'evil', type, linkname: '/etc/passwd' }]))
      const problem = type === 'symlink' || type === 'link' ? 'link' : 'special_file'
      expect(read).toMatchObject({ reason: 'entry', facts: { entry: 'evil', problem } })
    },
  )

  it('whose tar is cut off is refused', async () => {
    const tar = await tarOf([skill, { name: 'a', content: 'x'.repeat(5_000) }])
    expect(await readArchive(gzipSync(tar.subarray(0, 2_000)))).toMatchObject({ reason: 'malformed' })
  })

  it('that unpacks to gigabytes is refused before it is in memory', async () => {
    const layer = gzipSync(Buffer.alloc(16 * 1024 * 1024))
    const bomb = Buffer.concat(Array.from({ length: 128 }, () => layer))
    expect(await readArchive(bomb)).toMatchObject({ reason: 'too_large' })
  })
})

describe('a zip archive', () => {
  it.each([
    ['a link', 0o120777, 'link'],
    ['a device', 0o060600, 'special_file'],
    ['a pipe', 0o010600, 'special_file'],
  ])('with %s is refused', async (_case, mode, problem) => {
    const read = await readArchive(zipOf([skill, { name: 'evil', content: '/etc/passwd', mode }]))
    expect(read).toMatchObject({ reason: 'entry', facts: { entry: 'evil', problem } })
  })

  it('with an encrypted file is refused', async () => {
    const read = await readArchive(zipOf([{ name: 'a', content: 'b', flags: 0x801 }]))
    expect(read).toMatchObject({ reason: 'entry', facts: { entry: 'a', problem: 'encrypted' } })
  })

  it('with a file that is larger than it claims is refused', async () => {
    const read = await readArchive(zipOf([{ name: 'a', content: Buffer.alloc(1024 * 1024), claimedSize: 10 }]))
    expect(read).toMatchObject({ reason: 'malformed' })
  })
})

describe('the one folder of an archive', () => {
  const files = (...paths: string[]) => new Map(paths.map((path) => [path, new Uint8Array()]))

  it.each([
    [['pdf/SKILL.md', 'pdf/a/b'], ['SKILL.md', 'a/b'], 'pdf'],
    [['SKILL.md', 'a/b'], ['SKILL.md', 'a/b'], undefined],
    [['a/SKILL.md', 'b/SKILL.md'], ['a/SKILL.md', 'b/SKILL.md'], undefined],
    [['SKILL.md'], ['SKILL.md'], undefined],
    [[], [], undefined],
  ])('is stripped, and nothing else: %j', (before, after, root) => {
    const stripped = withoutRoot(files(...before))
    expect([...stripped.files.keys()]).toEqual(after)
    expect(stripped.root).toBe(root)
  })
})

describe('the sizes of entries', () => {
  it.each([Number.NaN, -1, Number.POSITIVE_INFINITY, 50 * 1024 * 1024 + 1])('of %d are refused', (size) => {
    const check = createEntryCheck()
    expect(check({ path: 'a', kind: 'file', size })).toMatchObject({ reason: 'too_large' })
  })
})
