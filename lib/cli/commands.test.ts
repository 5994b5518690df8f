import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { examples } from './examples.ts'
import { createProgram } from './program.ts'
import { runHere } from './testing/run-command.ts'

const leavesOf = (command: Command, words: string): [words: string, command: Command][] =>
  command.commands.length === 0
    ? [[words, command]]
    : command.commands.flatMap((one) => leavesOf(one, `${words} ${one.name()}`.trim()))

const all = leavesOf(await createProgram([]), '')
const ofSkills = all.filter(([words]) => /^skill (?!operator-token)/.test(words))

test('an example is given for each command, and for nothing else', () => {
  expect(Object.keys(examples).sort()).toEqual(all.map(([words]) => words).sort())
})

test.each(all)(
  'travel %s says what it does, what each argument is, and gives an example that it understands',
  async (words, command) => {
    expect(command.description()).toMatch(/^[a-z].{10}/)
    for (const one of command.registeredArguments) expect(one.description).not.toBe('')
    for (const one of command.options) expect(one.description).not.toBe('')
    const { code, out } = await runHere([...words.split(' '), '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`\nExample: travel ${words}`)
    const given = (examples[words] ?? '').split(' ').filter((word) => word !== '')
    const known = command.options.map(({ long }) => long)
    expect(given.filter((word) => word.startsWith('--') && !known.includes(word))).toEqual([])
    const required = command.registeredArguments.filter(({ required: isRequired }) => isRequired)
    expect(given.filter((word) => !word.startsWith('-')).length).toBeGreaterThanOrEqual(required.length)
  },
)

test.each(ofSkills)('travel %s can answer in JSON', (_words, command) => {
  expect(command.options.map(({ long }) => long)).toContain('--json')
})

test.each(all)('travel %s is documented', async (words) => {
  const text = await readFile('docs/commands.md', 'utf8')
  const name = words.split(' ').at(-1) ?? ''
  expect(text).toMatch(new RegExp(`\`([^\`]* )?(db:)?${name}[ \`]`))
})

test.each([
  [['skil', 'list'], 'Did you mean skill?'],
  [['skill', 'instal'], 'Did you mean install?'],
  [['skill', 'list', '--jsn'], 'Did you mean --json?'],
  [['skill', 'install', '--aprove', './x'], 'Did you mean --approve?'],
  [['skill', 'init', 'my-skill'], 'Did you mean skill create?'],
  [['skill', 'test', './my-skill'], 'Did you mean skill build?'],
  [['skill', 'nonsense'], 'See npm run travel -- skill --help'],
  [['skill', '--json', 'list'], 'Options stand after the command. See npm run travel -- skill --help'],
])('%j ends with the nearest name', async (args, said) => {
  const { code, out, err } = await runHere(args)
  expect(code).not.toBe(0)
  expect(err).toContain(said)
  expect(out).toBe('')
})

test.each([
  [['skill', 'why'], 2, 'See npm run travel -- skill why --help'],
  [['agent-skill', 'set'], 2, 'See npm run travel -- agent-skill set --help'],
  [['skill', 'run', 'flight-search'], 2, "'--input <file>' not specified\nSee npm run travel -- skill run --help"],
  [['skill', 'build', 'flight-serch'], 1, 'Unknown skill flight-serch: did you mean flight-search?'],
  [['backup-key', 'package.json'], 1, 'package.json exists already: name a new file'],
  [['backup-key', 'no-folder/key'], 1, 'no-folder/key cannot be written: name a new file in a folder that exists'],
  [['restore', 'a.tar', '--key', 'no-key'], 1, '--key: cannot read no-key: name the file of the private key'],
])('%j ends with exit code %i, and says what to do', async (args, code, said) => {
  const end = await runHere(args)
  expect(end).toMatchObject({ code, out: '' })
  expect(end.err).toContain(said)
})

const closed = all.flatMap(([words, command]) => [
  ...command.options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [[words, long, argChoices] as const] : [],
  ),
  ...command.registeredArguments.flatMap((one) =>
    one.argChoices ? [[words, one.name(), one.argChoices] as const] : [],
  ),
])

test('every option with a closed list is known as such', () => {
  expect(closed.map(([words, name]) => `${words} ${name}`).sort()).toEqual([
    'agent-key create --source',
    'agent-skill set --tier',
    'completion shell',
    'mcp --source',
    'skill check --gate',
    'skill create --language',
    'skill create --type',
    'skill install --tier',
    'skill run --runtime',
    'skill why --source',
  ])
})

test.each(closed)(
  'travel %s %s answers a wrong value with the list and the exit code of wrong use',
  async (...given) => {
    const [words, name, choices] = given
    const [first = ''] = choices
    const args = (value: string) => [...words.split(' '), ...(name.startsWith('--') ? [name, value] : [value])]
    const near = await runHere(args(`${first}x`))
    expect(near).toMatchObject({ code: 2, out: '' })
    expect(near.err).toContain(`Did you mean ${first}? The choices are ${choices.join(', ')}.`)
    const far = await runHere(args('zzzzzzzz'))
    expect(far).toMatchObject({ code: 2, out: '' })
    expect(far.err).toContain(`The choices are ${choices.join(', ')}.`)
    expect(far.err).not.toContain('Did you mean')
  },
)
