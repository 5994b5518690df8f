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
  /** One result: its shape, and the rules between its fields. */
  readonly result: z.ZodType
  /** The same, to ask often: `compile` makes a check of the shape, which has to hold for all values that the shape takes. */
  checkOfResult(compile: CompileShape): (result: unknown) => WrongResult | undefined
  parse(params: unknown): ParsedParams
  /** Params of the normal form by every name that a caller may know them by. */
  named(params: Params): Params
}

/** What is wrong with a result: where it has not its shape, or the first rule that it breaks. */
export type WrongResult =
  | { readonly of: 'shape'; readonly path: readonly string[] }
  | { readonly of: 'rule'; readonly problem: Problem }

export type CompileShape = <Value>(shape: z.ZodType<unknown, Value>) => CompiledShape<Value>
export type CompiledShape<Value> = {
  holds(value: unknown): value is Value
  /** Where the value that was asked about last has not its shape. */
  brokenAt(): readonly string[]
}

export type ParsedParams =
  | { readonly ok: true; readonly params: Params; readonly days: readonly NamedDay[] }
  | { readonly ok: false; readonly error: z.core.$ZodError }

/** What is wrong with a value that has its shape. */
export type Rules<Value> = (value: Value) => readonly Problem[]
export type Problem = { readonly path: PropertyKey[]; readonly message: string }

/** Rules as a refinement of the shape that they are for. */
export const reporting =
  <Value>(rules: Rules<Value>) =>
  (value: Value, { addIssue }: { readonly addIssue: AddIssue }): void => {
    for (const { path, message } of rules(value)) addIssue({ code: 'custom', path, message })
  }

type Parts<Normal extends Params, Result> = {
  readonly params: z.ZodType<Normal>
  readonly result: z.ZodType
  readonly shape: z.ZodType<unknown, Result>
  readonly rules: Rules<Result>
  /** The days that may be neither past nor too far ahead. */
  readonly days: (params: Normal) => readonly NamedDay[]
  /** Other names of what stands in the params. */
  readonly aliases?: (params: Normal) => Params
}

export function defineAction<Normal extends Params, Result>({
  params,
  result,
  shape,
  rules,
  days,
  aliases = () => ({}),
}: Parts<Normal, Result>): ActionContract {
  return {
    params,
    result,
    checkOfResult(compile) {
      const compiled = compile(shape)
      return (value) => {
        if (!compiled.holds(value)) return { of: 'shape', path: compiled.brokenAt() }
        const [problem] = rules(value)
        return problem && { of: 'rule', problem }
      }
    },
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
