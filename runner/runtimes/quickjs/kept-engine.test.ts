import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quickjs } from '../../contract/runtimes.ts'
import { buildCacheFolder } from '../kept-build.ts'
import { keptEngine } from './create-quickjs-runtime.ts'
import { enginePathIn, meterEngine } from './engine.ts'

/** A project with the engine of this one, its own meter, and a cache of its own. */
let projectRoot = ''
beforeEach(async () => {
  projectRoot = await mkdtemp(join(tmpdir(), 'travel-engine-'))
  for (const folder of ['node_modules', 'runner/runtimes']) await mkdir(join(projectRoot, folder), { recursive: true })
  for (const path of ['node_modules/quickjs-wasi', 'runner/runtimes/quickjs']) {
    await symlink(join(process.cwd(), path), join(projectRoot, path))
  }
  await cp('runner/runtimes/wasm', join(projectRoot, 'runner/runtimes/wasm'), { recursive: true })
})
afterEach(() => rm(projectRoot, { recursive: true, force: true }))

const kept = async () => {
  const folder = join(projectRoot, buildCacheFolder, 'quickjs')
  return (await readdir(folder)).map((name) => join(folder, name))
}

test('the kept engine is the metered one, and a damaged file is made again', async () => {
  const metered = meterEngine(await readFile(enginePathIn(projectRoot)), quickjs.limits.memoryMb)
  expect(Buffer.compare(await keptEngine(projectRoot), metered)).toBe(0)
  const [file = ''] = await kept()
  const bytes = await readFile(file)
  expect(Buffer.compare(await keptEngine(projectRoot), metered)).toBe(0)
  await writeFile(file, bytes.subarray(0, 1000))
  expect(Buffer.compare(await keptEngine(projectRoot), metered)).toBe(0)
  expect(Buffer.compare(await readFile(file), bytes)).toBe(0)
})

test('another meter makes the engine anew, and removes the old one', async () => {
  await keptEngine(projectRoot)
  const [old] = await kept()
  await writeFile(join(projectRoot, 'runner/runtimes/wasm/meter-code.ts'), '// another')
  await keptEngine(projectRoot)
  const files = await kept()
  expect(files).toHaveLength(1)
  expect(files).not.toContain(old)
})
