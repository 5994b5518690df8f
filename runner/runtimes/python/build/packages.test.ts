import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { need } from '../../../../scripts/testing/needs.ts'

const run = promisify(execFile)
const pins = (await readFile(join(import.meta.dirname, 'packages.sha256'), 'utf8')).trimEnd().split('\n')
const needsApt = need(existsSync('/usr/lib/apt/apt-helper'), 'apt', 'run it on Debian')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-packages-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The error output of the download from a mirror in the folder. */
const downloadFails = async (): Promise<string> => {
  const env = { ...process.env, WORK: join(folder, 'work'), PACKAGES: join(folder, 'kept'), MIRROR: `file://${folder}` }
  const failure: unknown = await run(join(import.meta.dirname, 'build.sh'), ['packages'], { env }).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  return failure instanceof Error && 'stderr' in failure ? String(failure.stderr) : ''
}

test('pins every package by its path on any mirror and its checksum', () => {
  for (const pin of pins) expect(pin).toMatch(/^[0-9a-f]{64} {2}pool\/main(\/[\w.+~-]+)+$/)
  expect(new Set(pins.map((pin) => pin.slice(66))).size).toBe(pins.length)
})

test('names a package that the mirror lacks, and the remedy', needsApt, async () => {
  const [first = ''] = pins
  const error = await downloadFails()
  expect(error).toContain(first.slice(66))
  expect(error).toContain('--mirror')
})

test('refuses and does not keep a package with other bytes', needsApt, async () => {
  const [first = ''] = pins
  const path = first.slice(66)
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), 'other bytes')
  expect(await downloadFails()).toContain(`does not have ${path} with the pinned checksum`)
  expect(existsSync(join(folder, 'kept', path))).toBe(false)
})
