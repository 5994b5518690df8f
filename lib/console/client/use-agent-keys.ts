import type * as z from 'zod'
import {
  AgentKeyView,
  ConsoleAgentKeys,
  CreatedAgentKey,
  type NewAgentKey,
} from '#lib/agents/model/agent-key-schema.ts'
import { useConsoleChange, useConsoleQuery } from './use-console.ts'

export const useAgentKeys = () => useConsoleQuery(ConsoleAgentKeys, '/agent-keys')

/** Only this answer contains the key. */
export const useCreateAgentKey = () =>
  useConsoleChange(CreatedAgentKey, {
    path: (_: z.input<typeof NewAgentKey>) => '/agent-keys',
    invalidates: ['/agent-keys'],
  })

export const useRevokeAgentKey = () =>
  useConsoleChange(AgentKeyView, {
    path: (id: string) => `/agent-keys/${id}/revoke`,
    body: () => undefined,
    invalidates: ['/agent-keys'],
  })
