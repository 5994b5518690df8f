import * as z from 'zod'

/** The languages that scripts may be in. */
export const ScriptLanguage = z.enum(['javascript'])
export type ScriptLanguage = z.infer<typeof ScriptLanguage>

export type FoundLanguage =
  | { readonly ok: true; readonly language: ScriptLanguage }
  /** Why there is none, in words that follow the field's name. */
  | { readonly ok: false; readonly problem: string }

/** The language that a caller asked for, else the one that the script is in. */
export function scriptLanguage(_script: string, asked: string | undefined): FoundLanguage {
  const found = ScriptLanguage.safeParse(asked ?? 'javascript')
  if (found.success) return { ok: true, language: found.data }
  return { ok: false, problem: `must be one of: ${ScriptLanguage.options.join(', ')}` }
}
