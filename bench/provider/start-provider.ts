import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

type LoopbackProvider = { readonly url: string; [Symbol.asyncDispose](): Promise<void> }

/** Starts `main.ts` in this folder. */
export async function startProvider(): Promise<LoopbackProvider> {
  const child = fork(join(import.meta.dirname, 'main.ts'))
  const exited = once(child, 'exit')
  const gone = exited.then(([code]) => {
    throw new Error(`The loopback provider exited with ${code} before listening`)
  })
  const [url] = await Promise.race([once(child, 'message'), gone])
  return {
    url: String(url),
    [Symbol.asyncDispose]: async () => {
      child.disconnect()
      await exited
    },
  }
}
