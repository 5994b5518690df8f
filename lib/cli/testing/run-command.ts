import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { vi } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { runProgram } from '../run-program.ts'

export type CommandEnd = { readonly code: unknown; readonly out: string; readonly err: string }
type Variables = Readonly<Record<string, string>>

const root = findProjectRoot()

/** Runs a command in a separate process, as a person does. `folder`: the installation. `input`: its standard input. */
export const runInProcess = (
  args: readonly string[],
  variables: Variables = {},
  { folder = root, input }: { readonly folder?: string; readonly input?: string } = {},
): Promise<CommandEnd> =>
  new Promise((resolve) => {
    const command = [join(folder, 'lib', 'cli', 'main.ts'), ...args]
    const options = {
      cwd: folder,
      // biome-ignore lint/style/noProcessEnv: only tests read this file.
      env: { ...process.env, INIT_CWD: folder, ...variables },
      maxBuffer: 64 * 1024 * 1024,
    }
    const child = execFile(process.execPath, command, options, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
    if (input !== undefined) child.stdin?.end(input)
  })

/** Runs commands in this process by the command line of an installation. Catches no lines of the log. */
export const runsHere =
  (run: typeof runProgram) =>
  async (args: readonly string[], variables: Variables = {}): Promise<CommandEnd> => {
    const told = { stdout: '', stderr: '' }
    const listened = (['stdout', 'stderr'] as const).map((name) =>
      vi.spyOn(process[name], 'write').mockImplementation((text) => {
        told[name] += String(text)
        return true
      }),
    )
    const before = process.exitCode
    process.exitCode = 0
    try {
      for (const [name, value] of Object.entries({ INIT_CWD: root, ...variables })) vi.stubEnv(name, value)
      await run(args)
      return { code: process.exitCode, out: told.stdout, err: told.stderr }
    } finally {
      process.exitCode = before
      vi.unstubAllEnvs()
      for (const one of listened) one.mockRestore()
    }
  }

/**
 * Runs a command in this process, which is faster because the modules are loaded already. Tests of a command's output
 * use it. Skips `main.ts`, which loads the modules and the project's `.env`, and is the same for all commands.
 */
export const runHere = runsHere(runProgram)
