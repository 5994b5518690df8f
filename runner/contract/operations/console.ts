import * as z from 'zod'
import type { OperationDescriptor } from './descriptor.ts'

export const LogArgs = z.strictObject({
  level: z.enum(['debug', 'info', 'warn', 'error']),
  text: z.string(),
})
export type LogArgs = z.infer<typeof LogArgs>

export const consoleOperations = {
  'console.log': {
    args: LogArgs,
    answer: z.null(),
    isCounted: false,
    isAwaited: false,
    does: 'logs a line',
    icon: 'list',
    title: 'Printed',
    note: (args) => LogArgs.safeParse(args).data?.text ?? '',
  },
} as const satisfies Record<string, OperationDescriptor>
