import * as z from 'zod'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

/** The size of all arguments of a command together, in characters. */
const maxArgumentSize = 64 * 1024
const withoutNul = (text: string) => !text.includes('\0')
const ExecArgs = z.strictObject({
  name: z.string('must be text').max(64, 'is longer than 64 characters'),
  args: z
    .array(
      z.string('must be text').max(16_384, 'is longer than 16384 characters').refine(withoutNul, 'has a NUL character'),
    )
    .max(64, 'has more than 64 items')
    .refine((args) => args.reduce((size, arg) => size + arg.length, 0) <= maxArgumentSize, 'is too long altogether')
    .default([]),
  stdin: z
    .string('must be text')
    .max(1024 * 1024, 'is longer than 1048576 characters')
    .default(''),
  timeoutMs: z.number('must be a number').positive('must be positive').max(600_000).nullable().default(null),
})

export type ExecGlobal = {
  readonly exec: {
    /**
     * Runs a program that the manifest declares in `permissions.exec`, without a shell, in an empty folder. A nonzero
     * exit code does not reject. Rejects with `TimeoutError`, with `OutputTooLarge`, and with `CommandUnavailable` if
     * this machine cannot run it.
     */
    run(
      name: string,
      args?: readonly string[],
      options?: { readonly stdin?: string; readonly timeoutMs?: number },
    ): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>
  }
}

export const execPermissions = {
  exec: {
    tiers: ['local'],
    trust: 'full',
    use: /\bexec\s*\.\s*run\s*\(|child_process|\bsubprocess\b|os\.(?:system|popen|exec\w*|spawn\w*)\s*\(|\bexecFile|\bspawn\s*\(/,
    isMissed: true,
    icon: 'code',
    verb: 'Run {item}',
    detail: 'A program, by name, in a sandbox of its own.',
    effect: 'It can no longer start {item}.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const execOperations = {
  'exec.run': {
    args: ExecArgs,
    /** The end of a command. `code`: its exit code; for a signal, 128 plus the signal number, as in a shell. */
    answer: z.strictObject({ code: z.int(), stdout: z.string(), stderr: z.string() }),
    permission: 'exec',
    repeats: 'never',
    params: [
      { name: 'name', as: 'text' },
      // A command line in one text is refused, not split.
      { name: 'args', as: 'value' },
      { name: 'stdin', as: 'text', isOption: true },
      { name: 'timeoutMs', as: 'number', isOption: true },
    ],
    does: 'a program in a sandbox: `{ code, stdout, stderr }`',
    icon: 'code',
    title: (args) => `Ran ${ExecArgs.safeParse(args).data?.name ?? 'a program'}`,
    note: (args) => ExecArgs.safeParse(args).data?.args.join(' ') ?? '',
  },
} as const satisfies Record<string, OperationDescriptor>
