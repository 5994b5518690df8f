/**
 * The calls between the guest's script (`guest/sdk.cjs`, which repeats these numbers) and the host.
 */

/** The first argument of the guest's host function. */
export const guestCall = {
  /**
   * `(id, op, args, bodyBuffer?)`: an operation that is answered later. True when `args` is not plain data: the guest
   * asks by `requestJson` then.
   */
  request: 0,
  /** `(level, text)`. */
  log: 1,
  /** `(name)` gives the placeholder. */
  secret: 2,
  /** `(id)` gives the body of a response as text, and lets go of it. */
  bodyText: 3,
  /** `(id)` gives the body of a response as an ArrayBuffer, and lets go of it. */
  bodyBytes: 4,
  /** `(value)`: the skill's answer. Comes back when it is not plain data, for `returnedJson`. */
  returned: 5,
  /** `(detail)`: the skill's answer is not JSON. */
  invalid: 6,
  /** `(code, detail, field?)`: the skill threw a SkillError. */
  raised: 7,
  /** `(detail)`: the skill threw anything else. */
  threw: 8,
  /** `(objectPrototype, arrayPrototype, …functions)`: those that the host calls, in the order of `guestFunction`. */
  entries: 9,
  /** `()`: the skill has a default export to call. */
  ready: 10,
  /** `(json)`: the skill's answer. */
  returnedJson: 11,
  /** `(id, op, argsJson, bodyBuffer?)`: a `request` whose arguments the host could not read. */
  requestJson: 12,
} as const

/** The guest's functions that the host calls, as it hands them over. */
export const guestFunction = {
  /** `()`: takes the skill's default export out of the global object. */
  seal: 0,
  /** `(json)` of `{ call, seed }`: starts the execution; `seed` is four 32-bit numbers. */
  start: 1,
  /** `(id, fulfilled, json)`: answers a request with its value, or with `[name, message]` of an Error. */
  settle: 2,
} as const

/** Where the guest's script finds its host function; it takes it away. */
export const hostFunctionName = '__host'

/** The operations of `guestCall.request`. */
export const requestOps = ['fetch', 'time.offset', 'settings.get', 'settings.keys', 'llm.complete'] as const

/** What `start` takes as seed: four 32-bit numbers. A shorter seed is filled up with zeros. */
export function seedNumbers(seed: Uint8Array): number[] {
  const bytes = new Uint8Array(16)
  bytes.set(seed.subarray(0, 16))
  const view = new DataView(bytes.buffer)
  return [0, 4, 8, 12].map((at) => view.getInt32(at, true))
}
