import * as z from 'zod'
import { Limits, Permissions } from './manifest.ts'

export const ScriptLanguage = z.enum(['javascript', 'python'], 'must be javascript or python')
export type ScriptLanguage = z.infer<typeof ScriptLanguage>

/** The names of the languages, for people. */
export const languageNames: Readonly<Record<ScriptLanguage, string>> = { javascript: 'JavaScript', python: 'Python' }

const sourceFiles: Readonly<Record<ScriptLanguage, RegExp>> = { javascript: /\.(ts|js|mjs|ajs)$/, python: /\.py$/ }

/** The language of a source file, by its name. */
export function languageOfFile(path: string): ScriptLanguage | undefined {
  return ScriptLanguage.options.find((language) => sourceFiles[language].test(path))
}

/** What a script may do, as granted by its profile. */
export const ScriptGrant = z.object({
  language: ScriptLanguage,
  permissions: Permissions,
  limits: Limits.prefault({}),
})
export type ScriptGrant = z.infer<typeof ScriptGrant>
