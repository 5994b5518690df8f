import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../scripts/free-port.ts'
import { startProcess } from '../../scripts/processes/start-process.ts'
import { root, runNode } from '../../scripts/steps.ts'

type BareServer = AsyncDisposable & { readonly url: string }
/** The body of an answer and its content type. */
export type StoredAnswer = { readonly body: Uint8Array; readonly type: string }

const next = join(root, 'node_modules', 'next', 'dist', 'bin', 'next')
const nextProject = join(import.meta.dirname, 'bare-next')

/** A Node server that answers every request with the same bytes from memory. */
export const openBareNode = (answer: StoredAnswer): Promise<BareServer> =>
  open(answer, root, () => [join(import.meta.dirname, 'bare-node.mjs')])

/** A route handler of Next that does the same, and nothing else. */
export async function openBareNext(answer: StoredAnswer): Promise<BareServer> {
  // Turbopack would need one folder that has both this project and Next.
  await runNode(next, ['build', '--webpack'], { folder: nextProject })
  return open(answer, nextProject, (port) => [next, 'start', '-H', '127.0.0.1', '-p', String(port)])
}

async function open(
  { body, type }: StoredAnswer,
  cwd: string,
  args: (port: number) => readonly string[],
): Promise<BareServer> {
  const folder = mkdtempSync(join(tmpdir(), 'travel-bare-'))
  const path = join(folder, 'answer')
  writeFileSync(path, body)
  const port = await findFreePort()
  const { child, signal } = startProcess(args(port), {
    folder: cwd,
    env: { BARE_ANSWER: path, BARE_TYPE: type, PORT: String(port), NODE_ENV: 'production' },
  })
  const ended = once(child, 'close')
  child.stdout?.resume()
  child.stderr?.pipe(process.stderr)
  const url = `http://127.0.0.1:${port}`
  const answers = async () => (await fetch(`${url}/api/search/flights`).catch(() => undefined))?.ok === true
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`${args(port).join(' ')} exited with ${child.exitCode}`)
    await wait(100)
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      signal('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
