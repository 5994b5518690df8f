import * as z from 'zod'
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi'
import { setupCodeHeader } from '#lib/agents/server/api/may-create-profile.ts'
import { type ErrorCode, httpStatusOf, Refusal } from '#runner/contract/errors.ts'
import { agentOperations } from './agent-operations.ts'
import { appOperations } from './app-operations.ts'
import type { ApiOperation } from './operation.ts'
import { toolOperations } from './tool-operations.ts'

/** Every described call. */
export const apiOperations: readonly ApiOperation[] = [...agentOperations, ...toolOperations, ...appOperations]

const refusal = Refusal.meta({ id: 'Refusal', description: 'What is wrong, and what to do next' })

export type OpenApi = ReturnType<typeof createDocument>

/** Returns the OpenAPI 3.1 document for an instance's URL. The document is generated once, at the first call. */
export function createOpenApi(): (instanceUrl: string) => OpenApi {
  let document: OpenApi | undefined
  return (url) => {
    document ??= generate()
    return { ...document, servers: [{ url }] }
  }
}

function generate(): OpenApi {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of apiOperations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) }
  }
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

const security: Readonly<Record<ApiOperation['who'], ZodOpenApiOperationObject['security']>> = {
  anyone: [],
  session: [{ session: [] }],
  // The id in the path or body is enough, unless the instance also requires the header.
  agent: [{}, { profile: [] }],
  key: [{ agentKey: [] }],
}

function described(operation: ApiOperation): ZodOpenApiOperationObject {
  const { id, summary, who, query, body, path } = operation
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const parameters = {
    ...(names.length === 0 ? {} : { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) }),
    ...(query === undefined ? {} : { query }),
    ...(id === 'createProfile' ? { header: z.object({ [setupCodeHeader]: z.string().optional() }) } : {}),
  }
  return {
    operationId: id,
    summary,
    ...(security[who] === undefined ? {} : { security: security[who] }),
    requestParams: parameters,
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: responsesOf(operation),
  }
}

/** The responses by status: the answers, and errors with their codes. A status can have several bodies. */
function responsesOf(operation: ApiOperation): ZodOpenApiOperationObject['responses'] {
  const { answers, failures } = operation
  const refused = refusalCodesOf(operation)
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
function refusalCodesOf({ who, query, body, path, errors = [] }: ApiOperation): Set<ErrorCode> {
  return new Set<ErrorCode>([
    ...errors,
    // Sessions and keys store executions, and bodies store what they send.
    ...(who === 'session' || who === 'key' || body ? (['STORAGE_FULL'] as const) : []),
    'RATE_LIMITED',
    'INTERNAL',
    ...(query || body ? (['INVALID_INPUT'] as const) : []),
    ...(body ? (['PAYLOAD_TOO_LARGE', 'FORBIDDEN'] as const) : []),
    ...(path.includes('{') || who === 'agent' ? (['NOT_FOUND'] as const) : []),
    ...(who === 'anyone' ? [] : (['UNAUTHENTICATED'] as const)),
  ])
}
