import type * as z from 'zod'
import { inputWords } from '../input-words.ts'
import type { Json } from '../skill-io.ts'
import type { NamedDay } from './search-days.ts'

export type AddIssue = z.core.$RefinementCtx['addIssue']

/** Of a rule that is told also when another field is wrong, as long as there are fields. */
export const whateverElse: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

export type Params = { [name: string]: Json }

/** What one action of a capability takes and gives, whichever skill offers it. */
export type ActionContract = {
  /** What a caller may write; what it gives is the one normal form, which it takes as well. */
  readonly params: z.ZodType<Params>
  /** One result. */
  readonly result: z.ZodType
  parse(params: unknown): ParsedParams
  /** Params of the normal form by every name that a caller may know them by. */
  named(params: Params): Params
}

export type ParsedParams =
  | { readonly ok: true; readonly params: Params; readonly days: readonly NamedDay[] }
  | { readonly ok: false; readonly error: z.core.$ZodError }

type Parts<Normal extends Params> = {
  readonly params: z.ZodType<Normal>
  readonly result: z.ZodType
  /** The days that may be neither past nor too far ahead. */
  readonly days: (params: Normal) => readonly NamedDay[]
  /** Other names of what stands in the params. */
  readonly aliases?: (params: Normal) => Params
}

export function defineAction<Normal extends Params>({
  params,
  result,
  days,
  aliases = () => ({}),
}: Parts<Normal>): ActionContract {
  return {
    params,
    result,
    parse(value) {
      const parsed = params.safeParse(value, { error: inputWords, reportInput: true })
      return parsed.success
        ? { ok: true, params: parsed.data, days: days(parsed.data) }
        : { ok: false, error: parsed.error }
    },
    named(value) {
      const parsed = params.safeParse(value)
      return parsed.success ? { ...aliases(parsed.data), ...parsed.data } : value
    },
  }
}
