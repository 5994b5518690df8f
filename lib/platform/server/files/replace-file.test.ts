import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile, textIfPresent } from './replace-file.ts'

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'travel-replace-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('replaces a file as a whole, with the mode that the caller names', async () => {
  const folder = await newFolder()
  const path = join(folder, 'file.json')
  expect(await textIfPresent(path)).toBeUndefined()
  await replaceFile(path, 'a longer first text', 0o600)
  await replaceFile(path, 'second', 0o600)
  expect(await textIfPresent(path)).toBe('second')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['file.json'])
})

test('leaves the old file and no draft when the new one cannot be put in its place', async () => {
  const folder = await newFolder()
  await replaceFile(join(folder, 'kept', 'file'), 'x').catch(() => {})
  expect(await readdir(folder)).toEqual([])
  await expect(replaceFile(folder, 'x')).rejects.toThrow()
  await expect(readFile(folder)).rejects.toThrow('EISDIR')
  await expect(textIfPresent(folder)).rejects.toThrow('EISDIR')
  expect((await readdir(join(folder, '..'))).filter((name) => name.startsWith(`${folder.split('/').at(-1)}.`))).toEqual(
    [],
  )
})
