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

/** The limits of what one execution prints. What is printed after them is left out, and a last line says so. */
export const maxLogLines = 1000
export const maxLogBytes = 64 * 1024
export const logIsFull = `The log is full: what follows its first ${maxLogLines} lines or ${maxLogBytes / 1024} KB is left out`
