import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import { runHere } from './testing/run-command.ts'

test('an action that acts runs only when the command is repeated with the id of its question, and only once; a second repetition gets its result', async () => {
  await using database = await createCheckedDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'travel-run-'))
  const input = join(folder, 'input.json')
  await writeFile(input, JSON.stringify({ action: 'send_message', params: { message: 'The taxi is late.' } }))
  const settings = {
    ...database.settings,
    TRAVEL_DATA_DIR: folder,
    TRAVEL_CONTAINER_RUNTIME: 'off',
    LOG_LEVEL: 'silent',
  }
  const run = (...more: string[]) => runHere(['skill', 'run', 'send-message', '--input', input, ...more], settings)

  const asked = await run()
  const { status, confirmation } = JSON.parse(asked.out)
  expect([asked.code, status]).toEqual([1, 'requires_confirmation'])
  expect(asked.err).toContain(`--confirm ${confirmation.id}`)
  const agreed = await run('--confirm', confirmation.id)
  expect([agreed.code, JSON.parse(agreed.out).status]).toEqual([0, 'success'])
  const again = await run('--confirm', confirmation.id)
  expect([again.code, JSON.parse(again.out).results]).toEqual([0, JSON.parse(agreed.out).results])
  expect(await database.client.operatorMessage.count()).toBe(1)
  await rm(folder, { recursive: true, force: true })
})

test('a folder with steps runs with the skills of the folders beside it', async () => {
  await using database = await createCheckedDatabase()
  const root = await mkdtemp(join(tmpdir(), 'travel-run-'))
  const settings = {
    ...database.settings,
    TRAVEL_DATA_DIR: join(root, 'data'),
    TRAVEL_CONTAINER_RUNTIME: 'off',
    LOG_LEVEL: 'silent',
  }
  const about = (name: string) => `name: ${name}\nversion: "1.0.0"\ndescription: d\nrisk_level: low\n`
  const result = '{ type: object, properties: { id: { type: string } }, required: [id] }'
  const files = {
    'find/skill.yaml': `${about('find')}entry: main.js\nactions: { look: { input: { type: object, properties: { id: { type: string } } }, output: ${result} } }\n`,
    'find/main.js': 'export default ({ params }) => ({ results: [{ id: (params.id ?? "a") + "b" }] })\n',
    'trip/skill.yaml': `${about('trip')}dependencies: { find: "^1.0.0" }\nactions: { plan: { input: { type: object } } }\nsteps: [{ skill: find, action: look }, { skill: find, action: look, params: { id: /steps/0/results/0/id } }]\n`,
    'input.json': '{ "action": "plan", "params": {} }',
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(root, path, '..'), { recursive: true })
      await writeFile(join(root, path), text)
    }
    const { out } = await runHere(['skill', 'run', join(root, 'trip'), '--input', join(root, 'input.json')], settings)
    expect(JSON.parse(out)).toMatchObject({ status: 'success', skill: 'trip', results: [{ id: 'abb' }] })
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

test.each([
  ['absent.json', 'absent.json does not exist. Name a file'],
  ['.', '. is a folder. Name a file'],
  ['example.json', 'example.json is an example. Name a file with the value of its field input alone.'],
  ['wrong.json', 'action is required'],
])('an input that is no file with an input is named with the remedy: %s', async (input, said) => {
  const folder = await mkdtemp(join(tmpdir(), 'travel-run-'))
  try {
    await writeFile(join(folder, 'example.json'), '{ "input": { "action": "greet", "params": {} } }')
    await writeFile(join(folder, 'wrong.json'), '{ "input": {} }')
    const { code, err } = await runHere(['skill', 'run', 'flight-search', '--input', input], { INIT_CWD: folder })
    expect([code, err]).toEqual([1, expect.stringContaining(`--input: ${said}`)])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
