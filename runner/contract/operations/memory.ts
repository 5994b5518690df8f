import * as z from 'zod'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

/** The most entries of one recall, and the length of each in characters. */
const maxRecalled = 20
export const longestRecalled = 500
/** Every word of the query must occur in an entry. An empty query finds the latest entries. */
export const RecallArgs = z.strictObject({
  query: z.string('must be text').max(200, 'is longer than 200 characters').default(''),
  limit: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(maxRecalled, `must be at most ${maxRecalled}`)
    .default(5),
})
export type RecallArgs = z.infer<typeof RecallArgs>

export type MemoryGlobal = {
  readonly memory: {
    /**
     * The caller's earlier searches and successful skill calls, newest first, one text each. Finds entries that contain
     * every word of `query`; an empty query finds the latest. `limit`: 1 to 20, by default 5. Changes nothing. Rejects
     * with `TypeError`, `MemoryError` if the memory cannot be read, and `CapabilityRevoked` if the permission was
     * withheld.
     */
    recall(query?: string, limit?: number): Promise<string[]>
  }
}

export const memoryPermissions = {
  memory: {
    isFlag: true,
    tiers: ['local', 'verified'],
    trust: 'full',
    isPersonal: true,
    use: /\bmemory\s*\./,
    icon: 'file',
    verb: 'Recall memory',
    detail: 'Only what its caller did.',
    effect: 'Its recalls are refused.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const memoryOperations = {
  'memory.recall': {
    args: RecallArgs,
    answer: z.array(z.string()),
    permission: 'memory',
    params: [
      { name: 'query', as: 'text', isOptional: true },
      { name: 'limit', as: 'number', isOptional: true },
    ],
    scripts: ['javascript'],
    does: 'what the caller did here, as texts',
    icon: 'file',
    title: 'Memory',
    note: (args) => RecallArgs.safeParse(args).data?.query ?? '',
  },
} as const satisfies Record<string, OperationDescriptor>
