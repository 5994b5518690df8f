import { access, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { commandName, travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { makeFolders } from '#lib/platform/server/files/make-folders.ts'
import { SkillName } from '#runner/contract/manifest.ts'
import { printableJson } from '#runner/core/json-or-not.ts'
import { CommandFailure } from './expected-failure.ts'
import { workingDir } from './terminal.ts'

type CreateOptions = { type: 'tool' | 'prompt'; language: 'ts' | 'py'; in?: string; json?: boolean }
type Files = Readonly<Record<string, string>>

/** Makes the folder of a new skill, which builds and whose tests pass. */
export const createSkillCreateCommand = (): Command =>
  new Command('create')
    .description('make the folder of a new skill, with code, an example and a test that pass')
    .argument('<name>', 'its name, in lower-case words joined by hyphens')
    .addOption(
      new Option('--type <type>', 'a tool has code; a prompt is text for agents')
        .choices(['tool', 'prompt'])
        .default('tool'),
    )
    .addOption(new Option('--language <language>', 'the language of a tool').choices(['ts', 'py']).default('ts'))
    .option('--in <folder>', 'the folder in which it is made (default: the current one)')
    .option('--json', 'print one line of JSON')
    .action(async (name: string, { type, language, in: parent = '.', json }: CreateOptions) => {
      const checked = SkillName.safeParse(name)
      if (!checked.success) {
        throw new CommandFailure(`${name} ${checked.error.issues[0]?.message ?? 'is not a name'}.`, { exitCode: 2 })
      }
      const folder = join(resolve(workingDir(), parent), name)
      const isThere = await access(folder).then(
        () => true,
        () => false,
      )
      if (isThere)
        throw new CommandFailure(`${folder} exists already. Choose another name, or another folder with --in.`)
      const files = {
        ...skillMd(name, type),
        ...(type === 'prompt' ? {} : language === 'ts' ? typescript(name) : python(name)),
      }
      for (const [path, text] of Object.entries(files)) {
        makeFolder(dirname(join(folder, path)))
        await writeFile(join(folder, path), text, { flag: 'wx' })
      }
      const next = travelCommand(`skill ${type === 'prompt' ? 'check' : 'build'} ${folder}`)
      // An installed copy has no test runner.
      const hasTests = type === 'tool' && language === 'ts' && commandName !== 'travel'
      const test = hasTests ? `, and npm run skill:test -- ${folder} runs its tests` : ''
      process.stdout.write(
        json
          ? `${printableJson({ name, folder, files: Object.keys(files) }, 0)}\n`
          : `Made ${folder}.\n${next} checks it${test}.\n`,
      )
    })

function makeFolder(path: string): void {
  try {
    makeFolders(path)
  } catch (cause) {
    throw new CommandFailure(`${path} cannot be created. Choose another folder with --in.`, { cause })
  }
}

/** In both files of a tool, which must say the same. */
const toolDescription = 'Greets a city.'

function skillMd(name: string, type: CreateOptions['type']): Files {
  const description = type === 'prompt' ? 'Says in one sentence what it does and when to use it.' : toolDescription
  const matter = `name: ${name}\ndescription: ${description}`
  const version = type === 'prompt' ? '\nmetadata:\n  version: "0.1.0"' : ''
  const body =
    type === 'prompt'
      ? 'Write here what an agent does, step by step.'
      : 'Write here what people and agents must know: purpose, input, output, errors.'
  return { 'SKILL.md': `---\n${matter}${version}\n---\n\n# ${name}\n\n${body}\n` }
}

function manifest(name: string, entry: string, runtime: string): string {
  return `name: ${name}
version: "0.1.0"
description: ${toolDescription}
risk_level: low
entry: ${entry}
runtimes: [${runtime}]
# What it may do. Anything that is not here is denied, for example:
# permissions:
#   network: { egress: [api.example.com] }
input_schema:
  greet:
    type: object
    required: [city]
    additionalProperties: false
    properties:
      city: { type: string, minLength: 1, maxLength: 100, description: The name of the city. }
`
}

const example = `${JSON.stringify({ input: { action: 'greet', params: { city: 'Lisbon' } } }, null, 2)}\n`

const typescript = (name: string): Files => ({
  'skill.yaml': manifest(name, 'src/main.ts', 'quickjs'),
  'src/main.ts': `import { defineSkill } from '#runner/sdk/index.ts'

type Params = { readonly city: string }

export default defineSkill<Params>(async ({ params: { city } }) => ({ results: [{ greeting: \`Hello, \${city}!\` }] }))
`,
  'tests/main.test.ts': `import { expect, test } from 'vitest'
import { createFakeHost } from '#runner/sdk/testing/fake-host.ts'
import skill from '../src/main.ts'

test('greets the city', async () => {
  const answer = await skill({ action: 'greet', params: { city: 'Lisbon' }, config: {} }, createFakeHost({}))
  expect(answer).toEqual({ results: [{ greeting: 'Hello, Lisbon!' }] })
})
`,
  'examples/lisbon.json': example,
})

const python = (name: string): Files => ({
  'skill.yaml': manifest(name, 'main.py', 'python'),
  'main.py': `"""Entry of the skill: one request, one answer."""

from travel_skill import run


def main(call):
    return {'results': [{'greeting': f'Hello, {call.params["city"]}!'}]}


if __name__ == '__main__':
    run(main)
`,
  'examples/lisbon.json': example,
})
