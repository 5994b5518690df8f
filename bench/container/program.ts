import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What is timed: nothing but the program, or the program with one request to a declared host. */
export type Job = 'hello' | 'one HTTPS call'

/** One subject: `run` does the job once, to its end, and throws when the answer is another one. */
export type ContainerSubject = AsyncDisposable & {
  readonly name: string
  readonly jobs: readonly Job[]
  run(job: Job): Promise<void>
  /** Has it ready for one run, untimed. With it there is no rate: what is ready is used up. */
  prepare?(): Promise<void>
}

export const program = await readFile(join(import.meta.dirname, 'hello.py'), 'utf8')

export function inputOf(job: Job) {
  return { action: job === 'hello' ? 'hello' : 'ask', params: { name: 'Ada' }, config: {} }
}

/** Throws when a program printed something else than it has to. */
export function checkPrinted(printed: string): void {
  const [, json = ''] = printed.split(/---SKILL_OUTPUT_(?:START|END)---\n/)
  if (json.trim() !== '{"status": "success", "results": [{"hello": "Ada"}]}') {
    throw new Error(`it printed ${JSON.stringify(printed.slice(0, 300))}`)
  }
}
