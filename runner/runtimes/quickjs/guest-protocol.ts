/** The calls between the guest's script and the host. `guest/sdk.cjs` repeats these numbers. */

/** The first argument of the guest's host function. */
export const guestCall = {
  /**
   * `(id, op, args, bodyBuffer?)`: an operation with a later answer. Returns true when `args` is not plain data: the
   * guest then repeats the call with `requestJson`.
   */
  request: 0,
  /** `(level, text)`. */
  log: 1,
  /** `(name)` returns the placeholder. */
  secret: 2,
  /** `(id)` returns the body of a response as text, and releases it. */
  bodyText: 3,
  /** `(id)` returns the body of a response as an ArrayBuffer, and releases it. */
  bodyBytes: 4,
  /**
   * `(value)`: the skill's answer. Returns only when the value is not plain data; the guest then calls `returnedJson`.
   */
  returned: 5,
  /** `(detail)`: the skill's answer is not JSON. */
  invalid: 6,
  /** `(code, detail, field?)`: the skill threw a SkillError. */
  raised: 7,
  /** `(detail)`: the skill threw anything else. */
  threw: 8,
  /**
   * `(objectPrototype, arrayPrototype, …functions)`: the functions that the host calls, in the order of
   * `guestFunction`.
   */
  entries: 9,
  /** `()`: the skill has a callable default export. */
  ready: 10,
  /** `(json)`: the skill's answer. */
  returnedJson: 11,
  /** `(id, op, argsJson, bodyBuffer?)`: a `request` whose arguments the host could not read itself. */
  requestJson: 12,
  /** `(ms)`: the script's clock moves on to its next timer. */
  slept: 13,
  /** `()`: nothing can happen any more, and the skill's promise is still pending. */
  unsettled: 14,
} as const

/** The guest's functions that the host calls, by position in `entries`. */
export const guestFunction = {
  /** `()`: removes the skill's default export from the global object and keeps it. */
  seal: 0,
  /** `(json)` of `{ call, seed }`: starts the execution; `seed` is four 32-bit numbers. */
  start: 1,
  /** `(id, fulfilled, json)`: settles a request with its value, or with `[name, message]` of an Error. */
  settle: 2,
  /** `()`: every request is answered and no job is left: runs the next timer, or ends a script that waits for this. */
  idle: 3,
  /** `(reason)`: a promise was rejected, and nothing handled it in its turn. Ends a script. */
  rejected: 4,
} as const

/** The global through which the guest's script gets its host function; the script deletes it. */
export const hostFunctionName = '__host'

/** The scripts that run in each guest before its skill, in their folder. */
export const guestScripts = ['lockdown.cjs', 'web.cjs', 'generated/sdk.cjs'] as const

/** The seed for `start`: four 32-bit numbers. A short seed is padded with zeros. */
export function seedNumbers(seed: Uint8Array): number[] {
  const bytes = new Uint8Array(16)
  bytes.set(seed.subarray(0, 16))
  const view = new DataView(bytes.buffer)
  return [0, 4, 8, 12].map((at) => view.getInt32(at, true))
}
