import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildCacheFolder } from '../kept-build.ts'
import { recipeDigest } from './build/recipe.ts'
import { cachedFiles, hasPython, interpreterKey, readChecked } from './interpreter-files.ts'
import { pythonModule } from './python-module.ts'

test('without its files there is no Python', () => {
  expect(hasPython(process.cwd())).toBe(true)
  expect(hasPython(tmpdir())).toBe(false)
})

test('files with other bytes than the known ones are not loaded', async () => {
  const { wasmFile, wasmSha256, zipFile, zipSha256 } = pythonModule
  await expect(readChecked(wasmFile, wasmSha256)).resolves.toBeInstanceOf(Buffer)
  await expect(readChecked(zipFile, zipSha256)).resolves.toBeInstanceOf(Buffer)
  await expect(readChecked(zipFile, wasmSha256)).rejects.toThrow('is not the file that this version of the app knows')
})

test('the module was made by the recipe that is there: after a change, npm run python:build makes it anew', async () => {
  expect(await recipeDigest()).toBe(pythonModule.recipeSha256)
})

const own = 'a'.repeat(64)
const files = new Map([['data/module.pyc', Uint8Array.of(1, 2, 3)]])
const fails = () => Promise.reject(new Error('It is not in the cache'))

/** A project with the code of this one, and a cache of its own. */
let projectRoot = ''
let folder = ''
beforeEach(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), 'travel-cache-'))
  folder = join(projectRoot, buildCacheFolder, 'python')
  await mkdir(folder, { recursive: true })
  for (const path of ['runner', 'skills']) {
    await symlink(join(process.cwd(), path), join(projectRoot, path))
  }
})
afterEach(() => rm(projectRoot, { recursive: true, force: true }))

const write = (name: string) => writeFile(join(folder, name), 'content')

test('a new file replaces those that the project no longer uses', async () => {
  const key = interpreterKey(projectRoot)
  const used = [`${key}.zst`, `${key}-packages.zst`, `${key}.zst.1234`]
  const unused = [`${'b'.repeat(64)}.zst`, `${'b'.repeat(64)}-packages.zst`, `${'b'.repeat(64)}.zst.1234`]
  for (const name of [...used, ...unused]) await write(name)
  expect(await cachedFiles({ projectRoot, key: own }, async () => files)).toEqual(files)
  expect((await readdir(folder)).sort()).toEqual([...used, `${own}.zst`].sort())
})

test('a file that is read again leaves the others as they are', async () => {
  await cachedFiles({ projectRoot, key: own }, async () => files)
  await write('another.zst')
  expect(await cachedFiles({ projectRoot, key: own }, fails)).toEqual(files)
  expect((await readdir(folder)).sort()).toEqual([`${own}.zst`, 'another.zst'].sort())
})

test('a damaged file is made again', async () => {
  await write(`${own}.zst`)
  expect(await cachedFiles({ projectRoot, key: own }, async () => files)).toEqual(files)
  expect(await readFile(join(folder, `${own}.zst`), 'utf8')).not.toBe('content')
  expect(await cachedFiles({ projectRoot, key: own }, fails)).toEqual(files)
})

test('a file with one changed byte is made again', async () => {
  const large = new Map([['data/module.pyc', new Uint8Array(100_000).map((_, at) => (at * at) % 251)]])
  const path = join(folder, `${own}.zst`)
  await cachedFiles({ projectRoot, key: own }, async () => large)
  const kept = await readFile(path)
  for (let at = 4; at < kept.length; at += Math.ceil(kept.length / 50)) {
    const damaged = Buffer.from(kept)
    damaged.writeUInt8(kept.readUInt8(at) ^ 1, at)
    await writeFile(path, damaged)
    expect(await cachedFiles({ projectRoot, key: own }, async () => large)).toEqual(large)
  }
})

test('without a folder that can be written, the files are made each time', async () => {
  await rm(folder, { recursive: true })
  await writeFile(folder, 'no folder')
  expect(await cachedFiles({ projectRoot, key: own }, async () => files)).toEqual(files)
})
