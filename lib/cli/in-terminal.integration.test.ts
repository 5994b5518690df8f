import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { need } from '../../scripts/testing/needs.ts'
import { createInstance } from './testing/new-instance.ts'
import { runHere } from './testing/run-command.ts'

const python = '/usr/bin/python3'
const root = findProjectRoot()
const Ended = z.object({ code: z.number(), out: z.string(), missing: z.string().nullable() })
let opened: AsyncDisposableStack
let folder = ''
let variables: Readonly<Record<string, string>> = {}

/** Runs a command in a terminal. Each step types keys when its text appears. */
async function inTerminal(args: readonly string[], ...steps: readonly (readonly [text: string, keys: string])[]) {
  const command = [process.execPath, join(root, 'lib', 'cli', 'main.ts'), 'skill', ...args]
  const { stdout } = await promisify(execFile)(
    python,
    [join(root, 'lib', 'cli', 'testing', 'in-terminal.py'), JSON.stringify([command, steps])],
    { cwd: root, env: { ...process.env, ...variables, INIT_CWD: folder, TERM: 'xterm', NO_COLOR: '1', CI: 'false' } },
  )
  const { missing, ...end } = Ended.parse(JSON.parse(stdout))
  expect(missing, `never shown in: ${end.out}`).toBeNull()
  return end
}

async function write(version: string, host: string): Promise<void> {
  await mkdir(join(folder, 'pack', 'rates'), { recursive: true })
  const permissions = `permissions: { network: { egress: [${host}] } }`
  const fields = `name: rates\nversion: "${version}"\ndescription: Gives rates.\nrisk_level: low\nentry: main.ts\n${permissions}\n`
  await writeFile(join(folder, 'pack', 'rates', 'skill.yaml'), fields)
  await writeFile(
    join(folder, 'pack', 'rates', 'main.ts'),
    `export default () => ({ results: [] })\n// https://${host}/\n`,
  )
}

beforeAll(async () => {
  opened = new AsyncDisposableStack()
  ;({ folder, variables } = opened.use(await createInstance()))
})
afterAll(() => opened.disposeAsync())

const source = './pack/rates'
const verified = ['--tier', 'verified', '--trust', 'rates'] as const
const question = 'Approve and install? Type yes: '

/** The same command for a program: it answers in JSON, and asks nothing. */
async function forProgram(...args: readonly string[]) {
  const { code, out } = await runHere(['skill', ...args, '--json'], { ...variables, INIT_CWD: folder })
  return { code, answer: out === '' ? undefined : JSON.parse(out.trim().split('\n').at(-1) ?? '') }
}

describe('the life of a skill', need(existsSync(python), 'python3', 'apt-get install python3'), () => {
  // Each command of the instance takes seconds, so a person and a program use one skill in turns.
  test('is the same for a person in a terminal and for a program: found, previewed, installed, updated, and taken back', async () => {
    await write('1.0.0', 'api.example.com')
    const found = { code: 0, answer: [{ name: 'rates' }] }
    expect(await forProgram('search', 'rates', '--source', './pack')).toMatchObject(found)
    expect(await forProgram('browse', '--source', './pack')).toMatchObject(found)
    // Only in the first fetch: a later one may end before this line is drawn.
    const leaves = ['Fetching and checking rates', '\u0003'] as const
    const left = await inTerminal(
      ['browse', '--source', './pack'],
      ['esc: back', 'rat'],
      ['Search: rat_', '\r'],
      leaves,
    )
    expect(left.code).toBe(0)
    const browsed = await inTerminal(
      ['browse', '--source', './pack'],
      ['esc: back', 'rat'],
      ['Search: rat_', '\r'],
      ['Contact api.example.com', '\u001b'],
      ['Search: rat_', '\u001b'],
      ['Search: _', '\u001b'],
    )
    expect(browsed.code).toBe(0)
    // No alternate screen, no mouse, no colour.
    expect(browsed.out.replaceAll('\u001b', '')).not.toMatch(/\[\?(1049|1000|1002|1003|1006)h|\[3\d/)

    const asked = await forProgram('install', source, ...verified)
    expect(asked).toMatchObject({ code: 1, answer: { skills: [{ name: 'rates' }] } })
    const declined = await inTerminal(['install', source, ...verified], [question, 'no\r'])
    expect(declined).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was installed.') })
    const installed = await inTerminal(['install', source, ...verified], [question, 'yes\r'])
    expect(installed).toMatchObject({ code: 0, out: expect.stringContaining('Installed: rates.') })

    await write('1.0.1', 'cdn.example.com')
    const refused = await forProgram('update', 'rates')
    expect(refused).toMatchObject({ code: 1, answer: { skills: [{ added: ['network.egress cdn.example.com'] }] } })
    const updated = await inTerminal(['update', 'rates'], ['+ Contact cdn.example.com', ''], [question, 'yes\r'])
    expect(updated).toMatchObject({ code: 0, out: expect.stringContaining('Installed: rates.') })

    const back = await forProgram('rollback', 'rates')
    expect(back).toMatchObject({ code: 0, answer: { from: '1.0.1', to: '1.0.0' } })
    const revoked = await forProgram('revoke', 'rates', 'network.egress', 'api.example.com')
    expect(revoked).toMatchObject({ code: 0, answer: { name: 'rates', is_approved: false } })
    expect(await forProgram('remove', 'rates')).toMatchObject({ code: 0, answer: { removed: ['rates'] } })
  })
})
