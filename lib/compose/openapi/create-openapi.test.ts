import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { apiOperations, createOpenApi } from './create-openapi.ts'

const openApi = createOpenApi()
const document = openApi('https://travel.example.com')
const root = process.cwd()

/** A route that is not part of the API, or a folder of such routes, with the reason. */
const notDescribed: Readonly<Record<string, string>> = {
  '/api/auth/[...nextauth]': 'the sign-in of browsers, which belongs to next-auth',
  '/api/[[...path]]': 'answers unknown paths',
  '/api/console': "the console's own calls, which change with its pages",
  '/mcp': 'speaks the Model Context Protocol, which describes its tools itself',
}

type RouteFile = {
  readonly path: string
  /** The HTTP methods, in lower case. */
  readonly methods: readonly string[]
  readonly source: string
}

const routeFiles: readonly RouteFile[] = readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('/route.ts'))
  .map((file) => {
    const source = readFileSync(join(root, 'app', file), 'utf8')
    const [, given = ''] = /routeMethods\(\{([^}]*)\}\)/.exec(source) ?? []
    const methods = [...given.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)\b/g)].map(([method]) => method.toLowerCase())
    return { path: `/${file.replace(/\/route\.ts$/, '')}`, methods, source }
  })

const described = routeFiles.filter(
  ({ path }) => !Object.keys(notDescribed).some((left) => path === left || path.startsWith(`${left}/`)),
)
const pathOf = ({ path }: RouteFile) => path.replaceAll(/\[(\w+)\]/g, '{$1}')

test('is a valid OpenAPI 3.1 document for this instance', async () => {
  const validator = new Validator()
  expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
  expect(document.servers).toEqual([{ url: 'https://travel.example.com' }])
  expect(openApi('https://other.example.com').servers).toEqual([{ url: 'https://other.example.com' }])
})

test('describes every call of every public route, and nothing else', () => {
  const routes = described.flatMap((file) => file.methods.map((method) => `${method} ${pathOf(file)}`))
  expect(routes.length).toBeGreaterThan(15)
  expect(apiOperations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routes.sort())
  expect(routeFiles.length - described.length).toBeGreaterThanOrEqual(Object.keys(notDescribed).length)
  const ids = apiOperations.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

describe('describes what a route parses', () => {
  const declared = described.flatMap((file) =>
    [...file.source.matchAll(/(?:\b(?<!const )body: |\bquery: |QueryRoute\()([A-Z]\w+)/g)].map(
      ([found, name = '']) => [pathOf(file), found.startsWith('body') ? 'body' : 'query', name, file] as const,
    ),
  )

  test('for each call with a body or a query', () => {
    const withInput = apiOperations.filter(({ body, query }) => body ?? query)
    expect(new Set(declared.map(([path]) => path))).toEqual(new Set(withInput.map(({ path }) => path)))
  })

  test.each(declared)('%s: its %s is the schema %s of the route', async (path, part, name, { source }) => {
    const [, from = ''] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '#([^']+)'`).exec(source) ?? []
    const loaded: Record<string, unknown> = await import(pathToFileURL(join(root, from)).href)
    const operations = apiOperations.filter((operation) => operation.path === path && operation[part] !== undefined)
    expect(operations.length).toBeGreaterThan(0)
    for (const operation of operations) expect(operation[part]).toBe(loaded[name])
  })
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

function responsesOf(id: string) {
  const { path = '', method = 'get' } = apiOperations.find((operation) => operation.id === id) ?? {}
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

test('lists the errors of each call by status, with one shared error body', () => {
  for (const { id, path, method, answers, failures } of apiOperations) {
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
