/**
 * The calls between the guest's script (`guest/sdk.cjs`, which repeats these numbers) and the host.
 */

/** The first argument of the guest's host function. */
export const guestCall = {
  /** `(id, op, argsJson, bodyBuffer?)`: an operation that is answered later. */
  request: 0,
  /** `(level, text)`. */
  log: 1,
  /** `(name)` gives the placeholder. */
  secret: 2,
  /** `(id)` gives the body of a response as text, and lets go of it. */
  bodyText: 3,
  /** `(id)` gives the body of a response as an ArrayBuffer, and lets go of it. */
  bodyBytes: 4,
  /** `(json)`: the skill's answer. */
  returned: 5,
  /** `(detail)`: the skill's answer is not JSON. */
  invalid: 6,
  /** `(code, detail)`: the skill threw a SkillError. */
  raised: 7,
  /** `(detail)`: the skill threw anything else. */
  threw: 8,
  /** `(…functions)`: those that the host calls, in the order of `guestFunction`. */
  entries: 9,
  /** `()`: the skill has a default export to call. */
  ready: 10,
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
export const requestOps = ['fetch', 'time.offset'] as const
