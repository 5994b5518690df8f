import * as z from 'zod'

const Schema = z.record(z.string(), z.unknown())
const Content = z.record(z.string(), z.object({ schema: Schema.optional() }))
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  required: z.boolean().default(false),
  schema: Schema.optional(),
  description: z.string().optional(),
})
const Call = z.object({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(Parameter).default([]),
  requestBody: z.object({ content: Content }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: Content.default({}) })),
})
export type Call = z.infer<typeof Call>

/** What the page of the API reads of our OpenAPI document. */
export const ApiDocument = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Call)),
  components: z.object({
    schemas: z.record(z.string(), Schema).default({}),
    securitySchemes: z.record(z.string(), z.object({ description: z.string() })),
  }),
})
export type ApiDocument = z.infer<typeof ApiDocument>

/** Who may call, in words: each entry of `security` is a way in, and an empty one needs nothing. */
export const neededFor = (call: Call, { components }: ApiDocument): string => {
  const ways = call.security.map((way) =>
    Object.keys(way)
      .map((name) => components.securitySchemes[name]?.description ?? name)
      .join(' and '),
  )
  return ways.length === 0 ? 'Nothing' : ways.map((way) => way || 'Nothing').join(', or ')
}
