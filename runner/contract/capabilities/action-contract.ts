import type * as z from 'zod'
import { inputWords } from '../input-words.ts'
import type { Json } from '../skill-io.ts'
import type { NamedDay } from './check-days.ts'

export type AddIssue = z.core.$RefinementCtx['addIssue']

/** Runs a refinement even if another field is invalid, as long as the value is an object. */
export const whateverElse: z.core.$ZodSuperRefineParams = {
  when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

export type Params = { [name: string]: Json }

/** The input and output of one action of a capability, the same for every skill that offers it. */
export type ActionContract = {
  /** Accepts every notation that a caller may use and outputs the normal form, which it also accepts. */
  readonly params: z.ZodType<Params>
  /** One result: its shape, and the rules between its fields. */
  readonly result: z.ZodType
  /**
   * A fast version of `result` for many values. `compile` turns a shape into a check that accepts the same values.
   */
  checkOfResult(compile: CompileShape): (result: unknown) => WrongResult | undefined
  parse(params: unknown): ParsedParams
  /** The normalized params under every name that a caller may use for them. */
  named(params: Params): Params
}

/** The first problem of a result: a part that does not match the shape, or a violated rule. */
export type WrongResult =
  | { readonly of: 'shape'; readonly path: readonly string[] }
  | { readonly of: 'rule'; readonly problem: Problem }

export type CompileShape = <Value>(shape: z.ZodType<unknown, Value>) => CompiledShape<Value>
type CompiledShape<Value> = {
  holds(value: unknown): value is Value
  /** The path at which the last checked value does not match the shape. */
  brokenAt(): readonly string[]
}

type ParsedParams =
  | { readonly ok: true; readonly params: Params; readonly days: readonly NamedDay[] }
  | { readonly ok: false; readonly error: z.core.$ZodError }

/** Returns the problems of a value that matches the shape. */
type Rules<Value> = (value: Value) => readonly Problem[]
export type Problem = { readonly path: PropertyKey[]; readonly message: string }

/** Turns rules into a refinement of their shape. */
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
  /** The days that must not be past or too far ahead, with the names of their fields in the params as `given`. */
  readonly days: (params: Normal, given: unknown) => readonly NamedDay[]
  /** Alternative names for the params. */
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
        ? { ok: true, params: parsed.data, days: days(parsed.data, value) }
        : { ok: false, error: parsed.error }
    },
    named(value) {
      const parsed = params.safeParse(value)
      return parsed.success ? { ...aliases(parsed.data), ...parsed.data } : value
    },
  }
}
