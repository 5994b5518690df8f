import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

type LoopbackProvider = { readonly url: string; [Symbol.asyncDispose](): Promise<void> }

/** Starts `main.ts` in this folder. */
export async function startProvider(): Promise<LoopbackProvider> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.once('error', reject)
    child.once('close', (code) => reject(new Error(`The loopback provider exited with ${code} before listening`)))
  })
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      await closed
    },
  }
}
