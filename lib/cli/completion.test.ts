import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { need } from '../../scripts/testing/needs.ts'
import { runHere } from './testing/run-command.ts'

const execute = promisify(execFile)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'travel-completion-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const isOnPath = (name: string) => (process.env.PATH ?? '').split(':').some((path) => existsSync(join(path, name)))

async function scriptOf(shell: string): Promise<string> {
  const { code, out } = await runHere(['completion', shell])
  expect(code).toBe(0)
  const file = join(folder, shell)
  await writeFile(file, out)
  return file
}

const cases: readonly (readonly [typed: readonly string[], offered: readonly string[], absent: readonly string[]])[] = [
  [['ski'], ['skill'], ['backup']],
  [
    ['skill', 're'],
    ['replay', 'remove', 'revoke', 'restore'],
    ['run', 'list'],
  ],
  [['skill', 'install', '--ap'], ['--approve'], ['--json']],
  [['skill', 'list', '--'], ['--json', '--help'], ['--approve']],
  // The words of another command after an argument do not change the command.
  [['skill', 'inspect', 'list', '--'], ['--json'], ['--approve']],
  [['agent-key', 'create', 'me', '--all'], ['--all-skills'], []],
]

test.each(cases)('bash completes %j', async (typed, offered, absent) => {
  const file = await scriptOf('bash')
  const words = ['travel', ...typed].map((word) => `'${word}'`).join(' ')
  const program = `source ${file}; COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _travel; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await execute('bash', ['--norc', '-c', program])
  const found = stdout.trim().split('\n')
  expect(found).toEqual(expect.arrayContaining([...offered]))
  for (const word of absent) expect(found).not.toContain(word)
})

const needShell = (name: string) => need(isOnPath(name), name, `apt-get install ${name}`)

describe('fish', needShell('fish'), () => {
  test.each(cases)('completes %j', async (typed, offered, absent) => {
    const file = await scriptOf('fish')
    const line = ['travel', ...typed].join(' ')
    const { stdout } = await execute('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`])
    const found = stdout.split('\n').map((one) => one.split('\t')[0])
    expect(found).toEqual(expect.arrayContaining([...offered]))
    for (const word of absent) expect(found).not.toContain(word)
  })
})

describe('zsh', needShell('zsh'), () => {
  test.each(cases)('completes %j', async (typed, offered, absent) => {
    const file = await scriptOf('zsh')
    const all = ['travel', ...typed].map((word) => `'${word}'`).join(' ')
    // Outside of a line editor, the completion system is replaced by what the script calls of it.
    const program = `compdef() { }; _files() { }; compadd() { shift; print -l -- $@ }; source ${file}; words=(${all}); CURRENT=${typed.length + 1}; PREFIX='${typed.at(-1)}'; _travel`
    const { stdout } = await execute('zsh', ['-f', '-c', program])
    // zsh itself filters by the typed beginning.
    const found = stdout.split('\n').filter((word) => word.startsWith(typed.at(-1) ?? ''))
    expect(found).toEqual(expect.arrayContaining([...offered]))
    for (const word of absent) expect(found).not.toContain(word)
  })
})

test('refuses a shell that it does not know, and names those that it knows', async () => {
  const { code, err } = await runHere(['completion', 'csh'])
  expect(code).toBe(2)
  expect(err).toContain('bash, zsh, fish')
})

test('the help says on a line of its own where the script of each shell belongs, and the list of commands does not', async () => {
  const own = await runHere(['completion', '--help'])
  expect(own.out.split('\n').map((line) => line.trim())).toEqual(
    expect.arrayContaining([
      'bash: eval "$(travel completion bash)" in ~/.bashrc',
      'zsh: eval "$(travel completion zsh)" in ~/.zshrc, after compinit',
      'fish: travel completion fish > ~/.config/fish/completions/travel.fish',
    ]),
  )
  const all = await runHere(['--help'])
  expect(all.out).toContain('completion <shell>')
  expect(all.out).not.toContain('eval')
})
