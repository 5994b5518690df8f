import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from './steps.ts'
import { need } from './testing/needs.ts'

const execute = promisify(execFile)
let folder = ''

/** The Nodes of this machine by their major versions. The package's own one is always here. */
const nodes = new Map<string, string>()
for (const path of [
  join(root, 'node_modules/node/bin'),
  ...(process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules')),
]) {
  const node = join(path, 'node')
  const there = await access(node).then(
    () => execute(node, ['--version']).catch(() => undefined),
    () => undefined,
  )
  const major = /^v(\d+)\./.exec(there?.stdout ?? '')?.[1]
  if (major !== undefined && !nodes.has(major)) nodes.set(major, node)
}

/** As `npm i TARBALL` leaves it in a project, with its dependencies beside it. They are links to those of the project. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-executor-'))
  const modules = join(folder, 'node_modules')
  await mkdir(modules)
  await execute(process.execPath, [join(root, 'scripts/build-executor.ts')], { cwd: root })
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: root })
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? ''
  await mkdir(join(modules, 'travel.aw'))
  await execute('tar', ['-xzf', join(folder, tarball), '-C', join(modules, 'travel.aw'), '--strip-components=1'])
  for (const name of await readdir(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(join(root, 'node_modules', name), join(modules, name))
  }
  const page = await readFile(join(root, 'skills/README.md'), 'utf8')
  const example = /```js\n(import [^`]* from 'travel\.aw'\n[\s\S]*?)```/.exec(page)?.[1] ?? ''
  expect(example).toContain('createOpenClawExecutor')
  await writeFile(join(folder, 'example.mjs'), example)
  await writeFile(join(folder, 'example.ts'), example.replace('(prompt)', '(prompt: string)'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe.each(['20', '24'])('on Node %s', (major) => {
  const node = nodes.get(major) ?? ''
  test(
    'the example of the README runs with the installed package in a folder outside of the repository',
    need(node !== '', `Node ${major}`, `put a Node ${major} on the PATH`),
    async () => {
      const env = { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production' as const }
      const { stdout, stderr } = await execute(node, [join(folder, 'example.mjs')], { cwd: folder, env })
      expect({ stdout, stderr }).toEqual({ stdout: 'A model would answer: Say hello to Oranjestad\n', stderr: '' })
    },
  )
})

test('the types of the installed package fit the example', async () => {
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext', '--skipLibCheck', 'false']
  const libs = ['--lib', 'es2024,esnext.disposable,dom', '--types', 'node', '--noUncheckedIndexedAccess']
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { stdout } = await execute(tsc, [...options, ...libs, 'example.ts'], { cwd: folder }).catch((cause) => cause)
  expect(stdout).toBe('')
})
