import { quoted } from '../core/quoted.ts'

/** One problem in a skill's folder, with its position and a remedy. Lines and columns start at 1. */
export type ManifestProblem = {
  readonly file: string
  readonly line: number
  readonly column: number
  /** The path in the manifest, like `permissions.network.egress[0]`. Empty: the whole file. */
  readonly path: string
  readonly message: string
  readonly remedy: string
}

/** A problem of a file as a whole, or of one of its lines. */
export function problemOfFile(file: string, message: string, remedy: string, line = 1): ManifestProblem {
  return { file, line, column: 1, path: '', message, remedy }
}

/** A longer list of problems does not help the reader. */
export const maxProblems = 50

/** `skills/x/skill.yaml:12:3 permissions.network.egres: unknown key — did you mean "egress"?` */
export function formatProblem({ file, line, column, path, message, remedy }: ManifestProblem): string {
  return `${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${message} — ${remedy}`
}

/** A path in the manifest, as text. */
export function pathText(path: readonly PropertyKey[]): string {
  let text = ''
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`
    else {
      const name = String(part)
      const shown = /^[A-Za-z0-9_-]{1,64}$/.test(name) ? name : quoted(name)
      text += text === '' ? shown : `.${shown}`
    }
  }
  return text
}
