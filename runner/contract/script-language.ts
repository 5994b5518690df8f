import * as z from 'zod'

export const ScriptLanguage = z.enum(['javascript', 'python'], 'must be javascript or python')
export type ScriptLanguage = z.infer<typeof ScriptLanguage>

/** The names of the languages, for people. */
export const languageNames: Readonly<Record<ScriptLanguage, string>> = { javascript: 'JavaScript', python: 'Python' }

const sourceFiles: Readonly<Record<ScriptLanguage, RegExp>> = { javascript: /\.(ts|js|mjs|ajs)$/, python: /\.py$/ }

/** The language of a source file, by its name. */
export function languageOfFile(path: string): ScriptLanguage | undefined {
  return ScriptLanguage.options.find((language) => sourceFiles[language].test(path))
}
