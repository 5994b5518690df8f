import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { appMethods } from '#lib/platform/server/http/check-head.ts'
import type { RouteDescription } from '#lib/platform/server/http/route-description.ts'
import { consoleRoutes } from './api/console/routes.ts'

// What all routes declare. One file checks it, because loading the routes takes longer than any check.

const root = findProjectRoot()
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** `file`: the file of the route, or its path in the table of the console. */
type Declared = readonly [method: string, file: string, route: RouteDescription]
let declared: readonly Declared[] = []
/** The methods that a file with declared routes does not export. */
let unanswered: readonly string[] = []
beforeAll(async () => {
  const files = globSync('app/**/route.ts', { cwd: root }).filter((file) => !file.includes('nextauth'))
  const found: Declared[] = []
  const missing: string[] = []
  for (const file of files) {
    const module = await import(join(root, file))
    for (const method of methods) {
      const route: RouteDescription | undefined = module[method]?.declared
      if (route !== undefined) found.push([method, file, route])
    }
    if (found.at(-1)?.[1] !== file) continue
    missing.push(...appMethods.filter((method) => !(method in module)).map((method) => `${method} ${file}`))
  }
  for (const [name, { declared: route }] of Object.entries(consoleRoutes)) {
    const [method = '', path = ''] = name.split(' ')
    found.push([method, `app/api/console/${path}`, route])
  }
  declared = found
  unanswered = missing
})

test('each route answers every method: to one that a file does not export, Next answers with an empty 405', () => {
  expect(unanswered).toEqual([])
})

// A person decides on texts of agents and operators, such as descriptions and messages. A character that the person
// cannot see must not get into one, so each schema that reads such a text refuses or removes it.

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
  'app/api/console/export.profiles[]',
  'app/api/console/imports/[id].choices.rows[].name',
  'lib/agents/server/tools/http/tool-requests.ts ToolCall.name',
])
const isForMachines = (path: string) => noDecision.has(path) || machineFields.has(path.split('.').at(-1) ?? '')

test('no text that a person decides on can have a character that the person cannot see', async () => {
  const texts = declared.flatMap(([, file, { body }]) => [...textsIn(body, file)])
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
  // One of each kind: direction, space, tag, joiner, variation selector, filler, format, separator, control.
  const hiding = [...'\u202e\u061c\u200b\u{e0041}\u200d\ufe0f\u{e0100}\u3164\u00ad\ufff9\u2028\u0085\u0007\u2800']
  const letIn = free.filter(([, text]) => hiding.some((one) => String(text.safeParse(`a ${one}b`).data).includes(one)))
  expect([...new Set(letIn.map(([path]) => path))]).toEqual([])
  // Another line looks like another entry of a list, so only a whole message or question has lines.
  const breaks = ['\n', '\r', '\u2028', '\u0085', '\v']
  const isBroken = (text: unknown) => /[\n\r\v\u2028\u0085]/.test(String(text ?? ''))
  const withLines = free.filter(([, text]) => breaks.some((one) => isBroken(text.safeParse(`a ${one}b`).data)))
  expect(new Set(withLines.map(([path]) => path.split('.').at(-1)))).toEqual(new Set(['texts{}', 'transcript']))
})

// What a token for scripts may call, and which operations need a fresh sign-in. A route that declares nothing takes no
// token.

const routes = Object.entries(consoleRoutes).map(([name, { declared: route }]) => [name, route] as const)

test('a token reads with `read` only, and changes skills or profiles only with that scope', async () => {
  expect(routes.length).toBeGreaterThan(50)
  const namesWith = (matches: (route: RouteDescription, name: string) => boolean) =>
    routes.flatMap(([name, route]) => (matches(route, name) ? name : [])).sort()
  expect(namesWith(({ who }) => who !== 'operator')).toEqual([])
  // A token of scope `read` cannot change anything.
  expect(namesWith(({ scope }, name) => scope === 'read' && !name.startsWith('GET '))).toEqual([])
  // Personal data, tokens and proofs are for people only.
  expect(namesWith(({ scope }, name) => scope !== 'read' && name.startsWith('GET '))).toEqual([
    'GET console-tokens',
    'GET fresh-sign-in',
    'GET people',
    'GET people/[id]',
    'GET search',
    'GET tunnel',
  ])
  expect(namesWith(({ scope }) => scope === 'skills')).toEqual([
    'POST agents/[slug]/skills',
    'POST skill-installs',
    'POST skill-plans',
    'POST skills/[name]/approval',
    'POST skills/[name]/removal',
    'POST skills/[name]/rollback',
    'POST skills/[name]/switch',
  ])
  expect(namesWith(({ scope }) => scope === 'profiles')).toEqual([
    'PATCH profiles/[id]',
    'POST executions/[id]/cancel',
    'POST profiles',
    'POST profiles/[id]/lock',
    'POST profiles/[id]/revoke',
    'POST profiles/revoke-unlocked',
    'POST proposals/[id]',
  ])
})

test('what hurts needs a fresh sign-in, and takes no token', async () => {
  const needing = routes.filter(([, route]) => route.needsFreshSignIn)
  expect(needing.filter(([, { scope }]) => scope !== undefined)).toEqual([])
  expect(needing.map(([name]) => name).sort()).toEqual([
    'POST backup-files/[name]',
    'POST backups',
    'POST console-tokens',
    'POST export',
    'POST imports',
    'POST imports/[id]',
    'POST imports/[id]/preview',
    'POST key-ring',
    'POST people/[id]',
    'POST people/[id]/reset-link',
    'POST profiles/[id]/removal',
    'POST profiles/[id]/token',
    'POST tunnel',
  ])
  const provedBefore = needing.filter(([, { isProved }]) => isProved !== undefined).map(([name]) => name)
  expect(provedBefore).toEqual(['POST imports/[id]/preview'])
})
