import * as z from 'zod'
import { SourceField } from './define-tool-route.ts'

export const PromptQuery = z.strictObject(SourceField)

export const ToolsQuery = z.strictObject({
  /** `chat`: for chat completions. `realtime`: for the Realtime and Responses APIs. */
  format: z.enum(['chat', 'realtime']).default('chat'),
  ...SourceField,
})

export const ToolCall = z.strictObject({
  name: z.string().min(1, 'must name a function').max(200),
  /** An object, or the JSON text that a model wrote. Validated by the function's own schema. */
  arguments: z.unknown(),
  ...SourceField,
})
