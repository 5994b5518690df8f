import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The timed job: the program alone, or with one request to a declared host. */
export type Job = 'hello' | 'one HTTPS call'

/** One subject: `run` does the job once and throws on a wrong output. */
export type ContainerSubject = AsyncDisposable & {
  readonly name: string
  readonly jobs: readonly Job[]
  run(job: Job): Promise<void>
  /**
   * Prepares one run, untimed. For a subject with `prepare`, no rate is measured, because each run uses up one prepared
   * container.
   */
  prepare?(): Promise<void>
}

export const program = await readFile(join(import.meta.dirname, 'hello.py'), 'utf8')

export function inputOf(job: Job) {
  return { action: job === 'hello' ? 'hello' : 'ask', params: { name: 'Ada' }, config: {} }
}

/** Throws if a program printed the wrong output. */
export function checkPrinted(printed: string): void {
  const [, json = ''] = printed.split(/---SKILL_OUTPUT_(?:START|END)---\n/)
  if (json.trim() !== '{"status": "success", "results": [{"hello": "Ada"}]}') {
    throw new Error(`wrong output: ${JSON.stringify(printed.slice(0, 300))}`)
  }
}
