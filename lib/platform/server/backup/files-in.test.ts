import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { filesIn } from './write-backup.ts'

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'travel-files-in-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('finds every file while other folders appear and disappear', async () => {
  const root = newFolder()
  const kept = Array.from({ length: 20 }, (_, index) => join(root, `kept-${index}`, 'deep', 'file'))
  for (const file of kept) {
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, 'kept')
  }
  let isRunning = true
  const passing = (async () => {
    while (isRunning) {
      await mkdir(join(root, 'passing', 'deep', 'deeper'), { recursive: true })
      await rm(join(root, 'passing'), { recursive: true })
    }
  })()
  try {
    for (let round = 0; round < 200; round += 1)
      expect((await Array.fromAsync(filesIn(root))).sort()).toEqual(kept.toSorted())
  } finally {
    isRunning = false
    await passing
  }
})

test('follows no links, and finds nothing in a missing folder', async () => {
  const root = newFolder()
  writeFileSync(join(root, 'file'), '')
  symlinkSync('/etc', join(root, 'folder-link'))
  symlinkSync('/etc/hostname', join(root, 'file-link'))
  expect(await Array.fromAsync(filesIn(root))).toEqual([join(root, 'file')])
  expect(await Array.fromAsync(filesIn(join(root, 'missing')))).toEqual([])
})
