import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { loadAirportTable, loadGazetteer } from '#lib/travel/server/places/load-built.ts'

const execute = promisify(execFile)
const root = findProjectRoot()
let prefix = ''
let elsewhere = ''
let tarball = ''

/**
 * As `npm i -g TARBALL` leaves it, except for the dependencies, which are those of the project. `npm run test:tarball`
 * installs them too.
 */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'travel-packed-'))
  prefix = join(folder, 'lib', 'node_modules')
  elsewhere = join(folder, 'elsewhere')
  await mkdir(prefix, { recursive: true })
  await mkdir(elsewhere)
  // `prepack` would make these.
  loadAirportTable(root)
  loadGazetteer(root)
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
  tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '')
  await execute('tar', ['-xzf', tarball, '-C', prefix])
  await symlink(join(root, 'node_modules'), join(prefix, 'package', 'node_modules'))
})
afterAll(() => rm(join(elsewhere, '..'), { recursive: true, force: true }))

const travel = (...args: readonly string[]) =>
  execute(process.execPath, [join(prefix, 'package', 'bin', 'travel.mjs'), ...args], {
    cwd: elsewhere,
    env: { PATH: process.env.PATH, HOME: elsewhere, NODE_ENV: 'production' },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

test('an installed copy shows its help, makes a skill, checks it and builds it, in any folder, with their exit codes', async () => {
  expect(await travel('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage: travel') })
  expect(await travel('skill', 'create', 'Greeter')).toMatchObject({ code: 2 })
  const created = await travel('skill', 'create', 'greeter')
  expect(created).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^travel skill build .*greeter/m),
  })
  // Neither npm's scripts nor a test runner are here.
  expect(created.stdout).not.toContain('npm')
  expect(await readFile(join(elsewhere, 'greeter', 'skill.yaml'), 'utf8')).toContain('name: greeter')
  const checked = await travel('skill', 'check', 'greeter')
  expect(checked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('greeter  admit') })
  const built = await travel('skill', 'build', './greeter')
  expect(built).toMatchObject({ code: 0, stdout: expect.stringContaining('greeter 0.1.0') })
  expect(built.stdout).toContain('1 example')
  // Its data is not in the folder that npm replaces.
  expect(await readdir(join(elsewhere, '.travel.aw'))).not.toEqual([])
})

test('the package has what the commands need, and no tests and no settings', async () => {
  const names = (await execute('tar', ['-tzf', tarball])).stdout.split('\n')
  expect(names).toContain('package/lib/platform/server/db/generated/client.ts')
  expect(names.filter((name) => /\.test\.tsx?$|\/\.env|\/\.data/.test(name))).toEqual([])
})
