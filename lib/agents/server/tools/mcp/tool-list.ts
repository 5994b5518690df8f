import * as z from 'zod'
import type { Tool } from '../tool.ts'
import { ToolAnswer } from '../tool-answer.ts'

/** Every tool has the same output schema. The protocol requires an object at its root. */
const { $schema: _, ...answerSchema } = z.toJSONSchema(ToolAnswer, { unrepresentable: 'any', io: 'output' })
export const outputSchema = { type: 'object' as const, required: ['status', 'message'], ...answerSchema }

/** A function as an MCP tool. */
export const mcpTool = ({ name, description, parameters, readOnly, destructive, reachesOut }: Tool) => ({
  name,
  description,
  inputSchema: { ...parameters, type: 'object' as const },
  outputSchema,
  annotations: {
    readOnlyHint: readOnly,
    destructiveHint: destructive,
    idempotentHint: readOnly,
    openWorldHint: reachesOut,
  },
})
