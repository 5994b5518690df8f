import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type StartedProcess = AsyncDisposable & { /** The first line of its output. */ readonly line: string }

/** Starts a script in this folder. The script prints its address and exits when its standard input ends. */
export async function startProcess(script: string, ...args: string[]): Promise<StartedProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`${script} exited with ${code} before listening`)))
  })
  return {
    line,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await closed
    },
  }
}
