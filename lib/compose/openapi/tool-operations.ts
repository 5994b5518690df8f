import * as z from 'zod'
import { SourceQuery } from '#lib/agents/server/tools/http/define-tool-route.ts'
import {
  RealtimeJoined,
  RealtimeSecret,
  RealtimeStart,
  ToolCall,
  ToolsQuery,
} from '#lib/agents/server/tools/http/tool-requests.ts'
import { ToolAnswer } from '#lib/agents/server/tools/tool-answer.ts'
import { type ApiOperation, key, skillFailures } from './operation.ts'

const schema = ToolAnswer.meta({ id: 'ToolAnswer' })
const answer = { description: 'The answer, with a sentence to speak', schema }

/** The calls of agents that use skills as tools. Each call needs a key of the agent in its path. */
export const toolOperations: readonly ApiOperation[] = [
  key.get('/api/agents/{slug}/tools', 'listTools', {
    summary: 'Lists the functions that the key may call, as OpenAI-compatible tools.',
    query: ToolsQuery,
    answers: {
      200: { description: 'The tools', schema: z.object({ tools: z.array(z.record(z.string(), z.unknown())) }) },
    },
  }),
  key.post('/api/agents/{slug}/tools/call', 'callTool', {
    summary: 'Calls one function.',
    query: SourceQuery,
    body: ToolCall,
    answers: { 200: answer, 409: { ...answer, description: 'The answer asks for a confirmation' } },
    failures: {
      schema,
      codes: [
        ...skillFailures,
        'NOT_FOUND',
        'PAYLOAD_TOO_LARGE',
        'SKILL_DISABLED',
        'TRUST_EXCEEDED',
        'FORBIDDEN',
        'CONFLICT',
      ],
    },
  }),
  key.post('/api/agents/{slug}/realtime', 'startRealtime', {
    summary: 'Starts a session with the Realtime API that has the tools of the key.',
    query: SourceQuery,
    body: RealtimeStart,
    answers: {
      201: { description: 'The secret of a new session', schema: RealtimeSecret },
      202: {
        description: 'The call is joined, and its function calls are answered until it ends',
        schema: RealtimeJoined,
      },
    },
    errors: ['NOT_CONFIGURED', 'API_UNAVAILABLE', 'CONFLICT'],
  }),
  key.get('/api/agents/{slug}/prompt', 'readPrompt', {
    summary: "Reads the block about the skills for the system prompt of the agent's model.",
    query: SourceQuery,
    answers: { 200: { description: 'The block', type: 'text/plain', schema: z.string() } },
  }),
]
