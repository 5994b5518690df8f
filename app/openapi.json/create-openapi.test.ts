import { globSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { refusalReasons } from '#lib/platform/model/refusal-reasons.ts'
import { toldOutput } from '#lib/skills/server/invoking/skill-answer.ts'
import { ErrorCode, httpStatusOf } from '#runner/contract/errors.ts'
import { blames } from '#runner/contract/faults.ts'
import { callsOf, createOpenApi } from './create-openapi.ts'
import * as own from './route.ts'
import { routeModules } from './route-modules.ts'

/** A route that is not part of the API, or a folder of such routes, with the reason. */
const notDescribed: Readonly<Record<string, string>> = {
  '/api/auth/[...nextauth]': 'the sign-in of browsers, which belongs to next-auth',
  '/api/[[...path]]': 'answers unknown paths',
  '/api/console/[...path]': "the console's own calls, which change with its pages",
  '/app-icon/[size]': 'pictures, which are drawn when the app is built',
  '/map-worker.mjs': "the program of the map's worker",
  '/mcp': 'speaks the Model Context Protocol, which describes its tools itself',
}

const folders = globSync(['app/**/route.ts', 'app/.*/**/route.ts']).map((file) =>
  file.replace(/^app|\/route\.ts$/g, ''),
)
const described = folders.filter(
  (path) => !Object.keys(notDescribed).some((left) => path === left || path.startsWith(`${left}/`)),
)
const modules = Object.fromEntries(
  await Promise.all(Object.entries(routeModules).map(async ([path, load]) => [path, await load()] as const)),
)
const all = { ...modules, '/openapi.json': own }
const calls = callsOf(all)
const document = createOpenApi(all)

test('is a valid OpenAPI 3.1 document', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('describes every public route file under the path of its folder, and no other', () => {
  expect(described.length).toBeGreaterThan(15)
  expect(Object.keys(all).sort()).toEqual(described.map((path) => path.replaceAll(/\[(\w+)\]/g, '{$1}')).sort())
  expect(folders.length - described.length).toBeGreaterThanOrEqual(Object.keys(notDescribed).length)
})

test.each(Object.entries(all))('%s: each method that takes requests says its answers', (path, module) => {
  const taken = [module.GET, module.POST, module.PUT, module.PATCH, module.DELETE].flatMap((handler) =>
    'declared' in handler ? [handler.declared] : [],
  )
  expect(taken.length).toBeGreaterThan(0)
  for (const { answers = {} } of taken) expect(Object.keys(answers)).not.toEqual([])
  expect(calls.filter((call) => call.path === path)).toHaveLength(taken.length)
})

test('each call has its own id', () => {
  const ids = calls.map(({ operation }) => operation)
  expect(new Set(ids).size).toBe(ids.length)
})

test('describes the fields of requests, their limits and which are required', () => {
  expect(document.paths?.['/execute']?.post?.requestBody).toMatchObject({
    required: true,
    content: {
      'application/json': {
        schema: {
          required: ['profile_id', 'script'],
          properties: { language: { enum: ['javascript', 'python'] }, cache_s: { minimum: 1 } },
          additionalProperties: false,
        },
      },
    },
  })
  expect(document.paths?.['/executions/{id}']?.get?.parameters).toMatchObject([
    { in: 'path', name: 'id', required: true },
    { in: 'query', name: 'wait' },
  ])
})

const Described = z.object({ content: z.record(z.string(), z.object({ schema: z.looseObject({}) })) })

function responsesOf(id: string) {
  const { path = '', method = 'get' } = calls.find(({ operation }) => operation === id) ?? {}
  return document.paths?.[path]?.[method]?.responses ?? {}
}
/** The names of the schemas that a response may have. */
const bodiesOf = (id: string, status: string): string[] =>
  [...JSON.stringify(responsesOf(id)[status] ?? '').matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = '']) => name,
  )

test.each([
  // The profile of an execution may be revoked.
  ['readExecution', '403', 'FORBIDDEN'],
  ['cancel', '403', 'FORBIDDEN'],
  // Its header may be malformed.
  ['readSkillDocument', '401', 'UNAUTHENTICATED'],
  ['invokeSkill', '409', 'SKILL_DISABLED'],
  ['callTool', '404', 'NOT_FOUND'],
])('%s names the status %s for %s', (id, status, code) => {
  expect(responsesOf(id)[status]).toMatchObject({ description: expect.stringContaining(code) })
})

describe.each([
  ['callTool', 'ToolAnswer'],
  ['invokeSkill', 'SkillOutput'],
])('%s', (id, body) => {
  test.each(['422', '499', '502', '504'])(`names the status %s of a failed skill, with a ${body}`, (status) => {
    expect(bodiesOf(id, status)).toEqual([body])
  })

  test.each(['400', '403', '409', '429', '500', '503'])(`names both bodies of the status %s`, (status) => {
    const isOnlyAnswer = id === 'callTool' && status === '409'
    expect(bodiesOf(id, status)).toEqual(isOnlyAnswer ? [body] : expect.arrayContaining(['Refusal', body]))
  })
})

test('names FORBIDDEN for every call that a page of another site may not send, and for no reading one by itself', () => {
  const changing = calls.filter(({ method }) => method !== 'get').map(({ operation }) => operation)
  expect(changing.length).toBeGreaterThan(10)
  expect(changing.filter((id) => responsesOf(id)['403'] === undefined)).toEqual([])
  expect(responsesOf('searchFlights')['403']).toBeUndefined()
})

const failed = toldOutput({ status: 'error', skill: 'a', error: { code: 'TIMEOUT', message: 'Too late.' } })

test.each([
  ['searchFlights', '200', { type: 'answer', source: 'a', output: failed }],
  ['searchHotels', '200', { type: 'answer', source: 'a', output: failed }],
  ['invokeSkill', '504', failed],
])('%s: the schema of the status %s accepts the failure of a skill', (id, status, body) => {
  const { content } = Described.parse(responsesOf(id)[status])
  const schema = { ...Object.values(content)[0]?.schema, components: document.components }
  const matches = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
  expect(matches(body) ? [] : matches.errors).toEqual([])
})

test('names the content type of every answer that has a type', () => {
  for (const { operation: id, answers } of calls) {
    for (const [status, { type }] of Object.entries(answers)) {
      if (type !== undefined) expect(responsesOf(id)[status], id).toMatchObject({ content: { [type]: {} } })
    }
  }
})

test('describes each code and reason of an error with its status, who is at fault and the remedy', () => {
  const Refusal = z.object({ description: z.string() })
  const lines = Refusal.parse(document.components?.schemas?.Refusal).description.split('\n')
  for (const code of ErrorCode.options) {
    const { fault, remedy } = blames[code]
    expect(lines).toContain(`- ${code} (${httpStatusOf(code)}, ${fault}): ${remedy}`)
  }
  for (const [reason, { code, fault, remedy }] of Object.entries(refusalReasons)) {
    expect(lines).toContain(`- ${code}, ${reason} (${fault}): ${remedy}`)
  }
})

test('lists the errors of each call by status, with one shared error body', () => {
  for (const { operation: id, path, method, answers, failures } of calls) {
    const { responses = {} } = document.paths?.[path]?.[method] ?? {}
    expect(responses['429'], id).toMatchObject({ description: 'RATE_LIMITED' })
    for (const status of Object.keys(responses)) {
      if (status in answers || failures !== undefined) continue
      expect(bodiesOf(id, status), `${id} ${status}`).toEqual(['Refusal'])
    }
  }
  expect(Object.keys(responsesOf('execute'))).toEqual(
    expect.arrayContaining(['202', '400', '401', '403', '404', '409', '413', '429', '503']),
  )
})
