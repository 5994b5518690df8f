import { quoted } from '../quoted.ts'

/** One thing wrong with a skill's folder, where it is, and what to do about it. Lines and columns start at 1. */
export type ManifestProblem = {
  readonly file: string
  readonly line: number
  readonly column: number
  /** Where in the manifest, like `permissions.network.egress[0]`; empty for the file as a whole. */
  readonly path: string
  readonly message: string
  readonly remedy: string
}

/** `skills/x/skill.yaml:12:3 permissions.network.egres: is not a known key — did you mean "egress"?` */
export function formatProblem({ file, line, column, path, message, remedy }: ManifestProblem): string {
  return `${file}:${line}:${column} ${path === '' ? '' : `${path}: `}${message} — ${remedy}`
}

/** A path into the manifest as people write it. */
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
