import * as z from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { refusalReasons } from '#lib/platform/model/refusal-reasons.ts'
import { isSafeMethod } from '#lib/platform/server/http/origin.ts'
import type { ApiOperation, RouteDescription } from '#lib/platform/server/http/route-description.ts'
import { ErrorCode, httpStatusOf, Refusal } from '#runner/contract/errors.ts'
import { blames } from '#runner/contract/faults.ts'

const methods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const
type Method = keyof typeof methods
const methodNames = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The handlers of a route file. A handler without a declaration refuses its method. */
export type RouteModule = { readonly [Name in Method]?: object & { readonly declared?: RouteDescription } }

/** A described call: what its route declares, with its path, such as `/profiles/{id}`. */
export type ApiCall = ApiOperation &
  RouteDescription & { readonly path: string; readonly method: (typeof methods)[Method] }

/** Each code and reason with its status, who is at fault and the remedy, as a list in Markdown. */
const faults = [
  ...ErrorCode.options.map(
    (code) => `- ${code} (${httpStatusOf(code)}, ${blames[code].fault}): ${blames[code].remedy}`,
  ),
  ...Object.entries(refusalReasons).map(
    ([reason, { code, fault, remedy }]) => `- ${code}, ${reason} (${fault}): ${remedy}`,
  ),
]
const refusal = Refusal.meta({
  id: 'Refusal',
  description: ['What is wrong, who is at fault, and what to do next.\n', ...faults].join('\n'),
})

/** The calls that these modules, by path, declare for the description. */
export function callsOf(modules: Readonly<Record<string, RouteModule>>): readonly ApiCall[] {
  return Object.entries(modules).flatMap(([path, module]) =>
    methodNames.flatMap((name) => {
      const declared = module[name]?.declared
      return declared?.operation === undefined ? [] : [{ ...ofMethod(name, declared), path, method: methods[name] }]
    }),
  )
}

/** A route for visitors starts a guest session for a POST only, so its POST is an operation of its own. */
function ofMethod(method: Method, route: ApiOperation & RouteDescription): ApiOperation & RouteDescription {
  if (route.who !== 'visitor' || method !== 'POST') return route
  const { operation, summary } = route
  const asGuest = `${summary} Starts a guest session for a page of this app.`
  return { ...route, operation: `${operation}AsGuest`, summary: asGuest }
}

export type OpenApi = ReturnType<typeof createDocument>

/** The OpenAPI 3.1 document, without the URL of the instance. */
export function createOpenApi(modules: Readonly<Record<string, RouteModule>>): OpenApi {
  const paths: ZodOpenApiPathsObject = {}
  for (const call of callsOf(modules)) paths[call.path] = { ...paths[call.path], [call.method]: described(call) }
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'travel.aw',
        version: '1.0.0',
        description: 'Searches of travelers, and scripts of agents with credentials that they never see.',
      },
      paths,
      components: {
        securitySchemes: {
          profile: { type: 'http', scheme: 'bearer', description: 'The id of a profile, ark_…' },
          agentKey: { type: 'http', scheme: 'bearer', description: 'A key of an agent' },
          session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token', description: 'A session' },
        },
      },
    },
    // Allows the schemas of ids: they are custom checks without a JSON type, but state their pattern as metadata.
    { allowEmptySchema: { custom: true } },
  )
}

/** Who may call, from what the route checks. */
function securityOf({ who, checkFirst }: ApiCall): NonNullable<ZodOpenApiOperationObject['security']> {
  // The id in the path or body is enough, unless the instance also requires the header.
  if (checkFirst?.credential === 'profile') return [{}, { profile: [] }]
  if (checkFirst?.credential === 'agentKey') return [{ agentKey: [] }]
  return who === 'anyone' ? [] : [{ session: [] }]
}

function described(call: ApiCall): ZodOpenApiOperationObject {
  const { operation, summary, query, body, path, checkFirst: { header } = {} } = call
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = {
    ...(names.length === 0 ? {} : { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
    ...(query === undefined ? {} : { query }),
    ...(header === undefined ? {} : { header: z.object({ [header]: z.string().optional() }) }),
  }
  return {
    operationId: operation,
    summary,
    security: securityOf(call),
    requestParams: parameters,
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: responsesOf(call),
  }
}

/** The responses by status: the answers, and errors with their codes. A status can have several bodies. */
function responsesOf(call: ApiCall): ZodOpenApiOperationObject['responses'] {
  const { answers, failures } = call
  const refused = refusalCodesOf(call)
  const failed = new Set(failures?.codes)
  const codes = [...new Set([...refused, ...failed])]
  const statuses = new Set([...codes.map(httpStatusOf), ...Object.keys(answers).map(Number)])
  return Object.fromEntries(
    [...statuses].map((status) => {
      const answer = answers[status]
      const named = codes.filter((code) => httpStatusOf(code) === status)
      const schemas = new Set<z.ZodType>()
      if (answer?.schema) schemas.add(answer.schema)
      if (failures && named.some((code) => failed.has(code))) schemas.add(failures.schema)
      if (named.some((code) => refused.has(code))) schemas.add(refusal)
      const description = [answer?.description, named.join(', ')].filter(Boolean).join('; or ')
      const [schema, ...others] = schemas
      if (schema === undefined) return [status, { description }]
      const body = { schema: others.length === 0 ? schema : z.union([schema, ...others]) }
      return [status, { description, content: { [answer?.type ?? 'application/json']: body } }]
    }),
  )
}

/** The codes of the errors whose body is a Refusal. */
function refusalCodesOf({ who, method, query, body, path, checkFirst, errors = [] }: ApiCall): Set<ErrorCode> {
  const credential = who === 'anyone' ? checkFirst?.credential : 'session'
  return new Set<ErrorCode>([
    ...errors,
    // Sessions and keys store executions, and bodies store what they send.
    ...(credential === 'session' || credential === 'agentKey' || body ? (['STORAGE_FULL'] as const) : []),
    'RATE_LIMITED',
    'DATABASE_UNAVAILABLE',
    'INTERNAL',
    ...(query || body ? (['INVALID_INPUT'] as const) : []),
    ...(body ? (['PAYLOAD_TOO_LARGE'] as const) : []),
    // A page of another site may not change anything.
    ...(isSafeMethod(method.toUpperCase()) ? [] : (['FORBIDDEN'] as const)),
    ...(path.includes('{') || credential === 'profile' ? (['NOT_FOUND'] as const) : []),
    ...(credential === undefined ? [] : (['UNAUTHENTICATED'] as const)),
  ])
}
