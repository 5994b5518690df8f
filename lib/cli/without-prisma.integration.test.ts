import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createInstance } from './testing/new-instance.ts'
import { runHere } from './testing/run-command.ts'

/**
 * Makes the compiler of Prisma's queries fail to load. Then runs commands one after the other, and prints how each ended:
 * its exit code, or what it threw.
 */
const program = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (name.includes('query_compiler')) throw new Error('Prisma starts')
      return next(name, context)
    },
  })
  const { runProgram } = await import('#lib/cli/run-program.ts')
  const ends = []
  for (const args of JSON.parse(process.argv[1])) {
    process.exitCode = 0
    ends.push(await runProgram(args).then(() => process.exitCode, String))
  }
  process.exitCode = 0
  console.log('\\n' + JSON.stringify(ends))`

test('commands about known skills start no Prisma, which takes longer than their work', async () => {
  await using instance = await createInstance()
  const { folder, variables, database } = instance
  const skill = join(folder, 'hello')
  await mkdir(skill)
  await writeFile(
    join(skill, 'skill.yaml'),
    'name: hello\nversion: "1.0.0"\ndescription: d\nrisk_level: low\nentry: main.js\nactions: { greet: { input: { type: object } } }\n',
  )
  await writeFile(join(skill, 'main.js'), 'export default () => ({ results: [] })\n')
  const input = join(folder, 'input.json')
  await writeFile(input, '{ "action": "greet", "params": {} }')
  const commands = [['list'], ['inspect', 'flight-search'], ['why', 'flight-search'], ['run', skill, '--input', input]]
  // The first look at a skill stores the verdict of the gates and the approval.
  for (const args of commands) expect(await runHere(['skill', ...args], variables)).toMatchObject({ code: 0 })
  const { id } = await database.client.execution.findFirstOrThrow()
  commands.push(['replay', id])
  // The last one proves that the compiler cannot be loaded.
  const all = [...commands.map((args) => ['skill', ...args]), ['agent-key', 'list']]
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', program, JSON.stringify(all)],
    { cwd: findProjectRoot(), env: { ...process.env, ...variables, INIT_CWD: folder } },
  )
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '')).toEqual([
    ...commands.map(() => 0),
    expect.stringContaining('Prisma starts'),
  ])
  expect(stderr).not.toContain('Prisma starts')
})
