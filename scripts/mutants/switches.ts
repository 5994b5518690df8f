/** Where the changed code and the runner meet: the mutant that is on, and what the test without one shows. */
type State = {
  /** The id of the mutant that is on. */
  on: number | undefined
  /** The mutants whose code the test ran. */
  readonly reached: Set<number>
  /** Those that would have made a condition different: only they can turn the test red. */
  readonly hits: Set<number>
  /** How often a condition was asked with a mutant on. */
  asked: number
}
declare global {
  var travelMutants: State | undefined
}
globalThis.travelMutants ??= { on: undefined, reached: new Set(), hits: new Set(), asked: 0 }
export const state: State = globalThis.travelMutants

const mostAsked = 3_000_000

export function __on(id: number): boolean {
  if (state.on === undefined) state.reached.add(id)
  else if (++state.asked > mostAsked) throw new Error('The mutant loops.')
  return state.on === id
}
const hit = (id: number): void => {
  if (state.on === undefined) state.hits.add(id)
}

/** `id` is "true", the next one "false". */
export function __value<T>(id: number, value: T): T {
  hit(value ? id + 1 : id)
  return value
}
/** `id` is "false". */
export function __loop<T>(id: number, value: T): T {
  if (value) hit(id)
  return value
}

type Logical = '&&' | '||' | '??'
/** Whether the right side is not asked. */
const decides = (operator: Logical, value: unknown): boolean =>
  operator === '??' ? value !== null && value !== undefined : Boolean(value) === (operator === '||')

/** `id` is "left only", the next one "right only", then, of a whole condition, its constant. */
export function __left<T>(id: number, operator: Logical, isWhole: boolean, value: T): T {
  if (decides(operator, value)) hit(id + 1)
  if (isWhole && operator === '||' && !value) hit(id + 2)
  return value
}
export function __right<T>(id: number, operator: Logical, isWhole: boolean, value: T): T {
  if (isWhole || decides(operator, value)) hit(id)
  if (isWhole && operator === '&&' && value) hit(id + 2)
  return value
}

type Ordered = number | bigint | string
export function __compare(id: number, operator: '<' | '<=' | '>' | '>=', left: Ordered, right: Ordered): boolean {
  if (left <= right && left >= right) hit(id)
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}
