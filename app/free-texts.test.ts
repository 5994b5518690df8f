import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'

// A person decides on texts of agents and operators, such as descriptions and messages. A character that the person
// cannot see must not get into one, so each schema that reads such a text refuses or removes it.

const root = findProjectRoot()

type Text = readonly [path: string, text: z.ZodType, isBounded: boolean]

/** Every text in a schema, with its path. */
function* textsIn(schema: unknown, path: string): Generator<Text> {
  if (schema instanceof z.ZodString) yield [path, schema, schema.maxLength !== null]
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodString) yield [path, schema, true]
  else if (schema instanceof z.ZodPipe) yield* textsIn(schema.in, path)
  if (schema instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(schema.shape)) yield* textsIn(field, `${path}.${name}`)
  }
  if (schema instanceof z.ZodArray) yield* textsIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodRecord) yield* textsIn(schema.valueType, `${path}{}`)
  if (schema instanceof z.ZodUnion) for (const option of schema.options) yield* textsIn(option, path)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  ) {
    yield* textsIn(schema.unwrap(), path)
  }
}

/** Fields for machines: names of things that exist, programs, answers of models, and credentials. */
const machineFields = new Set(
  `after client_id current digest email endpoint error item offer_id passphrase password product profile_id response
   script search skill template token username value word`.split(/\s+/),
)
/** Names and ids of what must exist, and the system prompt that an agent gets back. No person decides on them. */
const noDecision = new Set([
  'app/api/agents/[slug]/prompt/place/route.ts.prompt',
  'app/api/agents/[slug]/tools/call/route.ts.name',
  'app/api/console/export/route.ts.profiles[]',
  'app/api/console/imports/[id]/route.ts.choices.rows[].name',
  'lib/agents/server/tools/http/tool-requests.ts ToolCall.name',
])
const isForMachines = (path: string) => noDecision.has(path) || machineFields.has(path.split('.').at(-1) ?? '')

test('no text that a person decides on can have a character that the person cannot see', async () => {
  const texts: Text[] = []
  const routes = globSync('app/**/route.ts', { cwd: root }).filter((file) => !file.includes('nextauth'))
  for (const file of routes) {
    const module = await import(join(root, file))
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'])
      texts.push(...textsIn(module[method]?.declared?.body, file))
  }
  for (const file of globSync('lib/{agents,platform/model}/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file) || !readFileSync(join(root, file), 'utf8').includes("from 'zod'")) continue
    for (const [name, schema] of Object.entries(await import(join(root, file)))) {
      // Texts without a longest length are those of answers.
      texts.push(...[...textsIn(schema, `${file} ${name}`)].filter(([, , isBounded]) => isBounded))
    }
  }
  const free = texts.filter(([path, text]) => !isForMachines(path) && text.safeParse('Two words, and more.').success)
  expect(free.map(([path]) => path.split('.').at(-1))).toEqual(expect.arrayContaining(['description', 'texts{}']))
  expect(free.length).toBeGreaterThan(20)
  const hiding = ['\u202e', '\u200b', '\u{e0041}']
  const letIn = free.filter(([, text]) => hiding.some((one) => String(text.safeParse(`a ${one}b`).data).includes(one)))
  expect([...new Set(letIn.map(([path]) => path))]).toEqual([])
})
