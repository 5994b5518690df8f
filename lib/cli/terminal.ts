import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { hidden, lineFeeds } from '#runner/contract/hidden-text.ts'
import { printableJson } from '#runner/core/json-or-not.ts'

/** The user's current folder. npm changes to the project's folder and passes the original in INIT_CWD. */
// biome-ignore lint/style/noProcessEnv: not an app setting: npm passes the caller's folder
export const workingDir = (): string => process.env.INIT_CWD ?? process.cwd()

/** A source as a person writes it, in which the path of a folder begins at the user's current folder. */
export function fromWorkingDir(source: string): string {
  if (/^\.{1,2}([/\\]|$)/.test(source)) return resolve(workingDir(), source)
  const [, path, skill = ''] = /^registry:(\.{1,2}(?:[/\\][^#]*)?)(#.*)?$/.exec(source) ?? []
  return path === undefined ? source : `registry:${pathToFileURL(resolve(workingDir(), path)).href}${skill}`
}

const clearLine = '\r\u001b[K'

/** Names long work on standard error while it runs, only on a terminal. */
export async function whileShowing<T>(text: string, work: () => Promise<T>): Promise<T> {
  const { stderr } = process
  if (!stderr.isTTY) return work()
  stderr.write(`${oneLine(text)} …`)
  try {
    return await work()
  } finally {
    stderr.write(clearLine)
  }
}

/** A signal that aborts at the first Ctrl-C. Until it is disposed, Ctrl-C does not end this process. */
export function untilInterrupted(): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const interrupt = () => controller.abort()
  process.once('SIGINT', interrupt)
  return { signal: controller.signal, [Symbol.dispose]: () => void process.off('SIGINT', interrupt) }
}

/** Marks the characters that a terminal would interpret, or that nobody sees. */
export const printable = (text: string): string => text.replace(hidden, '\uFFFD')

/** A text of a stranger in one line, so that it cannot imitate the lines around it. */
export const oneLine = (text: string): string => printable(lineFeeds(text)).replace(/\s+/gu, ' ').trim()

const longestPath = 80

/** The path of a stranger's file in one line. The middle of a long one is left out. */
export function shortPath(path: string): string {
  const line = oneLine(path)
  if (line.length <= longestPath) return line
  return `${line.slice(0, longestPath / 2 - 1).toWellFormed()}…${line.slice(-longestPath / 2).toWellFormed()}`
}

export type JsonOption = { json?: boolean }

/** Prints the result of a command: one line of JSON with `--json`, otherwise the text. */
export function printAnswer(options: JsonOption, value: unknown, text: string): void {
  process.stdout.write(`${options.json ? printableJson(value, 0) : printable(text)}\n`)
}
