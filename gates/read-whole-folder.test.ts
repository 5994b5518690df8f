import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { bounds, readWholeFolder } from './read-whole-folder.ts'

async function folderWith(files: Record<string, string>, stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-gates-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return folder
}

it('reads every file, dot files and tests included, except Git and installed packages', async () => {
  await using stack = new AsyncDisposableStack()
  const files = {
    'SKILL.md': 'a',
    '.hidden/run.sh': 'b',
    'tests/a.test.ts': 'c',
    '.git/HEAD': 'd',
    'node_modules/x/a.js': 'e',
  }
  const read = await readWholeFolder(await folderWith(files, stack))
  expect([...read.files.keys()]).toEqual(['.hidden/run.sh', 'SKILL.md', 'tests/a.test.ts'])
  expect(read).not.toHaveProperty('packages')
  expect(read.unread.map(({ kind, file }) => [kind, file])).toEqual([
    ['not-scanned', '.git'],
    ['not-scanned', 'node_modules'],
  ])
})

it('reads the packages of a release as well, with every folder in them', async () => {
  await using stack = new AsyncDisposableStack()
  const hidden = ['node_modules/x/.git/b.js', 'node_modules/x/__pycache__/c.js', 'node_modules/x/node_modules/y/d.js']
  const packages = ['node_modules/x/a.js', ...hidden]
  const files = ['SKILL.md', 'lib/node_modules/e.js', ...packages]
  const folder = await folderWith(Object.fromEntries(files.map((file) => [file, 'x'])), stack)
  const read = await readWholeFolder(folder, { packages: true })
  expect([...read.files.keys()]).toEqual(['SKILL.md'])
  expect([...(read.packages?.keys() ?? [])]).toEqual(packages.toSorted())
  expect(read.unread.map(({ kind, file }) => [kind, file])).toEqual([['not-scanned', 'lib/node_modules']])
  expect(read.digest).not.toBe((await readWholeFolder(folder)).digest)
})

it('follows no link, and distinguishes links that lead out of the folder', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await folderWith({ 'docs/a.md': 'a' }, stack)
  await symlink('/etc/passwd', join(folder, 'out'))
  await symlink('../../x', join(folder, 'docs/up'))
  await symlink('a.md', join(folder, 'docs/beside'))
  await symlink('..', join(folder, 'above'))
  await symlink('docs', join(folder, 'c\nd'))
  const read = await readWholeFolder(folder)
  expect([...read.files.keys()]).toEqual(['docs/a.md'])
  expect(read.unread.map(({ kind, file }) => [kind, file])).toEqual([
    ['link', 'above'],
    ['not-scanned', 'c\nd'],
    ['odd-name', 'c\nd'],
    ['not-scanned', 'docs/beside'],
    ['link', 'docs/up'],
    ['link', 'out'],
  ])
})

it('does not read a file above the limit, even if the file is sparse', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await folderWith({ 'big.bin': '' }, stack)
  await truncate(join(folder, 'big.bin'), 1024 ** 3)
  const read = await readWholeFolder(folder)
  expect(read.files.size).toBe(0)
  expect(read.unread).toMatchObject([{ kind: 'too-large', file: 'big.bin' }])
})

it('reads 64 MB in all, in files of 8 MB at most', async () => {
  await using stack = new AsyncDisposableStack()
  const names = Array.from({ length: 8 }, (_, index) => `${index}.bin`)
  const folder = await folderWith(Object.fromEntries(names.map((name) => [name, ''])), stack)
  for (const name of names) await truncate(join(folder, name), bounds.fileBytes)
  const read = await readWholeFolder(folder)
  expect([read.files.size, read.unread]).toEqual([8, []])
  await writeFile(join(folder, 'more.bin'), 'x')
  const more = await readWholeFolder(folder)
  expect([more.files.size, more.unread]).toMatchObject([0, [{ kind: 'too-large', file: '' }]])
})

it('reads nothing of a folder with too many or too deeply nested folders', async () => {
  await using stack = new AsyncDisposableStack()
  const deep = await folderWith({ 'SKILL.md': 'a', [`${'a/'.repeat(bounds.depth)}x`]: '' }, stack)
  const wide = await folderWith({ 'SKILL.md': 'a' }, stack)
  for (let index = 1; index < bounds.folders; index += 1) mkdirSync(join(wide, `f${index}`))
  for (const folder of [deep, wide]) expect((await readWholeFolder(folder)).unread).toEqual([])
  mkdirSync(join(deep, `${'a/'.repeat(bounds.depth)}a`))
  mkdirSync(join(wide, 'more'))
  for (const folder of [deep, wide]) {
    const { files, unread } = await readWholeFolder(folder)
    expect([files.size, unread]).toMatchObject([0, [{ kind: 'too-large', file: '' }]])
  }
})

it('opens no file of a folder with too many entries', async () => {
  await using stack = new AsyncDisposableStack()
  const folder = await folderWith({ 'SKILL.md': 'a' }, stack)
  for (let index = 0; index < bounds.files; index += 1) writeFileSync(join(folder, `f${index}`), 'x')
  const read = await readWholeFolder(folder)
  expect([read.files.size, read.unread.map(({ kind, file }) => [kind, file])]).toEqual([0, [['too-large', '']]])
})

it('reports names with control characters', async () => {
  await using stack = new AsyncDisposableStack()
  const read = await readWholeFolder(await folderWith({ 'a\nb.md': 'x' }, stack))
  expect(read.unread).toMatchObject([{ kind: 'odd-name', file: 'a\nb.md' }])
})

it('gives a different digest for each change of a content, a name or an unread entry', async () => {
  await using stack = new AsyncDisposableStack()
  const digests = await Promise.all(
    [{ a: '1' }, { a: '2' }, { b: '1' }, { a: '1', '.git/x': '' }, { a: '1', b: '' }].map(async (files) => {
      return (await readWholeFolder(await folderWith({ ...files }, stack))).digest
    }),
  )
  expect(new Set(digests).size).toBe(digests.length)
})
