import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createInstance } from './testing/new-instance.ts'
import { runHere, runInProcess } from './testing/run-command.ts'

/** Makes the compiler of Prisma's queries fail to load. */
const preload = `
  import { registerHooks } from 'node:module'
  registerHooks({
    resolve(name, context, next) {
      if (name.includes('query_compiler')) throw new Error('Prisma starts')
      return next(name, context)
    },
  })`
const withoutPrisma = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` }

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
  for (const args of commands) {
    const end = await runInProcess(['skill', ...args], { ...variables, ...withoutPrisma })
    expect(end).toMatchObject({ code: 0, err: expect.not.stringContaining('Prisma starts') })
  }
  // Proves that the compiler cannot be loaded.
  const keys = await runInProcess(['agent-key', 'list'], { ...variables, ...withoutPrisma })
  expect(keys).toMatchObject({ code: 1, err: expect.stringContaining('Prisma starts') })
})
