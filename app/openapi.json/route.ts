import * as z from 'zod'
import { defineRoute } from '#lib/compose/define-route.ts'
import { instanceUrlOf } from '#lib/platform/server/http/origin.ts'
import type { OpenApi } from './create-openapi.ts'
import { routeModules } from './route-modules.ts'

/** Returns the description of all routes. Only the first call loads them; if that fails, the next one. */
function createDescription() {
  const describe = async (): Promise<OpenApi> => {
    const { createOpenApi } = await import('./create-openapi.ts')
    const loaded = Object.entries(routeModules).map(async ([path, load]) => [path, await load()] as const)
    return createOpenApi({ ...Object.fromEntries(await Promise.all(loaded)), '/openapi.json': { GET } })
  }
  let description: Promise<OpenApi> | undefined
  return () => {
    description ??= describe().catch((cause: unknown) => {
      description = undefined
      throw cause
    })
    return description
  }
}
const describeApi = createDescription()

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = defineRoute.get({
  operation: 'readOpenApi',
  summary: 'Describes every call in OpenAPI 3.1.',
  who: 'anyone',
  limit: 'default',
  answers: { 200: { description: 'This document', schema: z.record(z.string(), z.unknown()) } },
  async handle({ request, services: { env } }) {
    return { body: { ...(await describeApi()), servers: [{ url: instanceUrlOf(request, env.publicUrl) }] } }
  },
})
