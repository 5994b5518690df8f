import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isReady } from '#runner/runtimes/python/make-ready.ts'
import { root } from '../steps.ts'
import { makePythonReady } from './write-image-files.ts'

test('the image has the interpreter of Python made, and a user that is not root can read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'travel-image-'))
  try {
    await mkdir(join(folder, 'skills'))
    for (const one of ['runner', 'skills/base-image']) await cp(join(root, one), join(folder, one), { recursive: true })
    expect(isReady(folder)).toBe(false)
    await makePythonReady(folder)
    // The image makes this a link to its volume.
    expect(existsSync(join(folder, 'node_modules/.cache'))).toBe(false)
    expect(isReady(folder)).toBe(true)
    for (const one of ['dist/kept', 'dist/kept/python']) {
      expect((await stat(join(folder, one))).mode & 0o777).toBe(0o755)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
