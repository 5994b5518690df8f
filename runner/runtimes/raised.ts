import { RaisableCode } from '../contract/errors.ts'

/** The end of a program that raised an error with a code of its own choice. */
export function raised(code: string, detail: string, field?: string) {
  const raisable = RaisableCode.safeParse(code)
  if (raisable.success)
    return { kind: 'raised', code: raisable.data, detail, ...(field === undefined ? {} : { field }) } as const
  return {
    kind: 'failed',
    code: 'SKILL_CRASHED',
    detail: `the skill may not raise ${code.slice(0, 64)}: ${detail}`,
  } as const
}
