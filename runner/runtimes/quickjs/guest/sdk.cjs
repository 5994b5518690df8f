/**
 * The guest's side of the host interface. `scripts/generate-host-operations.ts` adds the functions of most host operations at the
 * marker below. The result, `generated/sdk.cjs`, runs once in each image, before any code of a skill, and keeps its own
 * hold of every built-in that it needs later, so that a skill which changes prototypes changes nothing for it.
 * Functions that run later use no iteration protocol, look up no method on a prototype, and assign to no array.
 */
;(() => {
  'use strict'

  // The numbers of `guest-protocol.ts`.
  const [REQUEST, LOG, SECRET, BODY_TEXT, BODY_BYTES] = [0, 1, 2, 3, 4]
  const [RETURNED, INVALID, RAISED, THREW, ENTRIES, READY, RETURNED_JSON, REQUEST_JSON] = [5, 6, 7, 8, 9, 10, 11, 12]
  const [SLEPT, UNSETTLED] = [13, 14]
  // Their places in `request-ops.ts`, which has the operations of `REQUEST`.
  const [FETCH, TIME_OFFSET] = [0, 1]

  const host = globalThis.__host
  delete globalThis.__host

  const { create, defineProperty, entries: entriesOf, freeze } = Object
  const { parse, stringify } = JSON
  const { isArray } = Array
  const { isView } = ArrayBuffer
  const { floor } = Math
  const { apply } = Reflect
  const ErrorOf = Error
  const NumberOf = Number
  const PromiseOf = Promise
  const StringOf = String
  const SyntaxErrorOf = SyntaxError
  const TypeErrorOf = TypeError
  const Bytes = Uint8Array
  const iteratorSymbol = Symbol.iterator
  /** `method` with `this` as its first argument; what a skill does to prototypes later does not reach it. */
  const uncurry = Function.prototype.bind.bind(Function.prototype.call)
  const join = uncurry(Array.prototype.join)
  const valuesOf = uncurry(Array.prototype.values)
  const charCodeAt = uncurry(String.prototype.charCodeAt)
  const slice = uncurry(String.prototype.slice)
  const toLowerCase = uncurry(String.prototype.toLowerCase)
  const toUpperCase = uncurry(String.prototype.toUpperCase)
  const then = uncurry(Promise.prototype.then)
  const bufferOf = uncurry(Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Bytes.prototype), 'buffer').get)
  const setBytes = uncurry(Bytes.prototype.set)
  const DataViewOf = DataView

  /** A frozen class: its methods are what they are. */
  const sealed = (type) => {
    freeze(type.prototype)
    return freeze(type)
  }
  /** Defines an own property; assigning would call a setter that a skill put on a prototype. */
  const own = (object, name, value, enumerable = true) =>
    defineProperty(object, name, { __proto__: null, value, writable: true, enumerable, configurable: true })
  const push = (list, value) => own(list, list.length, value)
  const global = (name, value) => own(globalThis, name, value, false)

  const detailLimit = 4000
  /** Leaves some of the detail for the stack, which has the line. */
  const messageLimit = 3000
  const textLimit = 8192
  const fieldLimit = 100
  const cut = (text, limit) => (text.length > limit ? `${slice(text, 0, limit)}…` : text)

  const mostValues = 1000
  /** JSON for people, of anything: what JSON does not have, circles and the values over the limit are named. */
  const jsonForPeople = (value) => {
    const holders = []
    let values = 0
    return stringify(value, function named(_key, inner) {
      if (++values > mostValues) return '…'
      if (typeof inner === 'bigint') return `${inner}n`
      if (typeof inner !== 'object' || inner === null) return inner
      while (holders.length > 0 && holders[holders.length - 1] !== this) holders.length -= 1
      for (let at = 0; at < holders.length; at += 1) if (holders[at] === inner) return '[Circular]'
      push(holders, inner)
      return inner
    })
  }

  const mostCauses = 4
  const isError = (value) =>
    typeof value === 'object' &&
    value !== null &&
    (value instanceof ErrorOf || (typeof value.stack === 'string' && typeof value.message === 'string'))
  const thrownText = (value) => {
    if (isError(value)) return StringOf(value)
    const isData = typeof value === 'string' || (typeof value === 'object' && value !== null)
    return StringOf(isData ? jsonForPeople(value) : value)
  }
  /** Text for the log. It runs the skill's getters; fuel and memory bound them. */
  const detailOf = (error) => {
    try {
      if (!isError(error)) return cut(`Uncaught ${thrownText(error)}`, detailLimit)
      let text = StringOf(error)
      let { cause } = error
      for (let at = 0; at < mostCauses && cause !== undefined; at += 1) {
        text += `\nCaused by: ${thrownText(cause)}`
        cause = isError(cause) ? cause.cause : undefined
      }
      const { stack } = error
      return cut(typeof stack === 'string' ? `${cut(text, messageLimit)}\n${stack}` : text, detailLimit)
    } catch {
      return 'threw something that has no text'
    }
  }

  let codeOf
  let fieldOf
  class SkillError extends Error {
    #code
    #field
    constructor(code, message, { field } = {}) {
      super(message === undefined ? StringOf(code) : message)
      this.#code = StringOf(code)
      this.#field = field === undefined ? undefined : cut(StringOf(field), fieldLimit)
      own(this, 'code', this.#code, false)
      own(this, 'name', 'SkillError', false)
    }
    static {
      codeOf = (error) => (typeof error === 'object' && error !== null && #code in error ? error.#code : undefined)
      fieldOf = (error) => error.#field
    }
  }
  global('SkillError', sealed(SkillError))

  /** A number for the host. JSON would turn NaN and infinite numbers into null, which says that there is no limit. */
  const numberFor = (value) => {
    const number = NumberOf(value)
    return number - number === 0 ? number : StringOf(number)
  }

  // Requests: promises by number, answered by `settle`.
  const waiting = create(null)
  let requests = 0
  const request = (op, args, body) =>
    new PromiseOf((resolve, reject) => {
      const id = ++requests
      waiting[id] = { resolve, reject }
      // The host reads plain data by itself.
      if (host(REQUEST, id, op, args, body)) host(REQUEST_JSON, id, op, stringify(args), body)
    })
  const settle = (id, fulfilled, json) => {
    const promise = waiting[id]
    delete waiting[id]
    const value = parse(json)
    if (fulfilled) promise.resolve({ __proto__: null, id, value })
    else {
      const error = new ErrorOf(value[1])
      own(error, 'name', value[0], false)
      promise.reject(error)
    }
  }

  class Headers {
    #pairs
    constructor(pairs) {
      this.#pairs = pairs
    }
    get(name) {
      const wanted = toLowerCase(StringOf(name))
      const values = []
      for (let at = 0; at < this.#pairs.length; at += 1) {
        const pair = this.#pairs[at]
        if (toLowerCase(pair[0]) === wanted) push(values, pair[1])
      }
      return values.length === 0 ? null : join(values, ', ')
    }
    has(name) {
      return this.get(name) !== null
    }
    entries() {
      return valuesOf(this.#pairs)
    }
    [iteratorSymbol]() {
      return this.entries()
    }
  }
  sealed(Headers)

  /** The text of a body, without its byte order mark. */
  const bodyText = (id) => {
    const text = host(BODY_TEXT, id)
    return charCodeAt(text, 0) === 0xfeff ? slice(text, 1) : text
  }
  const parseBody = (text) => {
    try {
      return parse(text)
    } catch (error) {
      throw new SyntaxErrorOf(`The body of this response is not JSON: ${error.message}`)
    }
  }

  class Response {
    #id
    #used = false
    constructor(id, { status, url, headers }) {
      this.#id = id
      own(this, 'status', status)
      own(this, 'ok', status >= 200 && status <= 299)
      own(this, 'url', url)
      own(this, 'headers', freeze(new Headers(headers)))
    }
    #use() {
      if (this.#used) throw new TypeErrorOf('The body of this response was read already')
      this.#used = true
      return this.#id
    }
    text() {
      return new PromiseOf((resolve) => resolve(bodyText(this.#use())))
    }
    json() {
      return new PromiseOf((resolve) => resolve(parseBody(bodyText(this.#use()))))
    }
    arrayBuffer() {
      return new PromiseOf((resolve) => resolve(host(BODY_BYTES, this.#use())))
    }
  }
  sealed(Response)

  const headerPairs = (headers) => {
    const given = headers === undefined || headers === null ? [] : isArray(headers) ? headers : entriesOf(headers)
    const pairs = []
    for (let at = 0; at < given.length; at += 1) push(pairs, [StringOf(given[at][0]), StringOf(given[at][1])])
    return pairs
  }
  const hasHeader = (pairs, name) => {
    for (let at = 0; at < pairs.length; at += 1) if (toLowerCase(pairs[at][0]) === name) return true
    return false
  }
  /** A copy as large as the bytes that the view shows. */
  const copyOf = (view) => {
    const copy = new Bytes(view.byteLength)
    setBytes(copy, new Bytes(view.buffer, view.byteOffset, view.byteLength))
    return bufferOf(copy)
  }

  const fetch = (url, { method = 'GET', headers, body, timeoutMs, startByMs, redirect = 'follow' } = {}) =>
    new PromiseOf((resolve) => {
      const pairs = headerPairs(headers)
      const args = {
        __proto__: null,
        url: StringOf(url),
        method: toUpperCase(StringOf(method)),
        headers: pairs,
        timeoutMs: timeoutMs === undefined ? undefined : numberFor(timeoutMs),
      }
      if (startByMs !== undefined) args.startByMs = numberFor(startByMs)
      if (redirect !== 'follow') args.redirect = StringOf(redirect)
      const send = (text) => {
        args.body = { __proto__: null, text: StringOf(text) }
      }
      let bytes
      if (body instanceof URLSearchParams) {
        send(body)
        if (!hasHeader(pairs, 'content-type')) {
          push(pairs, ['content-type', 'application/x-www-form-urlencoded;charset=UTF-8'])
        }
      } else if (isView(body)) bytes = copyOf(body)
      else if (body instanceof ArrayBuffer) bytes = copyOf(new DataViewOf(body))
      else if (body !== undefined && body !== null) send(body)
      resolve(then(request(FETCH, args, bytes), (answer) => new Response(answer.id, answer.value)))
    })
  global('fetch', freeze(fetch))

  const getSecret = (name) => {
    const placeholder = host(SECRET, StringOf(name))
    if (placeholder !== undefined) return placeholder
    const error = new ErrorOf(`The secret ${StringOf(name)} was withheld`)
    own(error, 'name', 'CapabilityRevoked', false)
    throw error
  }
  global('secrets', freeze({ get: freeze(getSecret) }))

  const isPairOfTexts = (pair) =>
    isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && typeof pair[1] === 'string'
  const arePairsOfTexts = (pairs) => {
    if (!isArray(pairs)) return false
    for (let at = 0; at < pairs.length; at += 1) if (!isPairOfTexts(pairs[at])) return false
    return true
  }
  const pairsOfTexts = (pairs) => {
    const list = []
    for (let at = 0; at < pairs.length; at += 1) push(list, [StringOf(pairs[at][0]), StringOf(pairs[at][1])])
    return list
  }
  /** A host function whose answer is a value. What is wrong with its arguments rejects, as for any other. */
  const operation = (op, argsOf) =>
    freeze(
      (first, second, third) =>
        new PromiseOf((resolve) => {
          resolve(then(request(op, argsOf(first, second, third)), (answer) => answer.value))
        }),
    )
  const offset = operation(TIME_OFFSET, (pairs) => ({
    __proto__: null,
    pairs: arePairsOfTexts(pairs) ? pairs : pairsOfTexts(pairs),
  }))
  global('time', freeze({ offset }))

  // <host operations>

  const unusualText = (value) => {
    try {
      return StringOf(jsonForPeople(value))
    } catch {
      return StringOf(value)
    }
  }
  const textOf = (value) => {
    if (typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) return StringOf(value)
    if (value instanceof ErrorOf) return detailOf(value)
    try {
      return StringOf(stringify(value))
    } catch {
      return unusualText(value)
    }
  }
  const logger = (level) =>
    freeze((...values) => {
      const texts = []
      for (let at = 0; at < values.length; at += 1) push(texts, cut(textOf(values[at]), textLimit))
      host(LOG, level, cut(join(texts, ' '), textLimit))
    })
  const levels = { debug: logger('debug'), info: logger('info'), warn: logger('warn'), error: logger('error') }
  global('console', freeze({ log: levels.info, ...levels }))

  // Math.random: sfc32, seeded at the start of each execution.
  let a = 1
  let b = 2
  let c = 3
  let counter = 1
  const random = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  const seed = (numbers) => {
    a = numbers[0] | 0
    b = numbers[1] | 0
    c = numbers[2] | 0
    counter = numbers[3] | 0
    for (let turn = 0; turn < 12; turn += 1) random()
  }
  /** 53 random bits, as the built-in gives. */
  const mathRandom = () => (floor(random() / 32) * 67108864 + floor(random() / 64)) / 9007199254740992
  own(Math, 'random', freeze(mathRandom), false)

  // The execution.
  const finish = (value) => {
    // The host reads plain data by itself, and this does not come back.
    host(RETURNED, value)
    let json
    try {
      json = stringify(value)
    } catch (error) {
      return host(INVALID, detailOf(error))
    }
    return json === undefined ? host(INVALID, 'the answer is not a value that JSON has') : host(RETURNED_JSON, json)
  }
  /** A withheld permission. The host believes it only if it withheld one. */
  const isRevoked = (error) => {
    try {
      return isError(error) && error.name === 'CapabilityRevoked'
    } catch {
      return false
    }
  }
  const fail = (error) => {
    const code = codeOf(error)
    if (code === undefined) {
      return isRevoked(error) ? host(RAISED, 'CAPABILITY_REVOKED', detailOf(error)) : host(THREW, detailOf(error))
    }
    const field = fieldOf(error)
    return field === undefined ? host(RAISED, code, detailOf(error)) : host(RAISED, code, detailOf(error), field)
  }

  // A script ends when nothing is pending, like a program of Node: no request, no job, no timer. Its timers take no time
  // and move its clock. They are a linked list, in the order in which they are due.
  let isScript = false
  let endScript
  let firstTimer
  let runningTimer
  let timers = 0
  let sleptMs = 0
  const addTimer = (timer) => {
    let before
    let after = firstTimer
    while (after !== undefined && after.dueMs <= timer.dueMs) {
      before = after
      after = after.next
    }
    timer.next = after
    if (before === undefined) firstTimer = timer
    else before.next = timer
  }
  const clearTimer = freeze((id) => {
    if (runningTimer !== undefined && runningTimer.id === id) runningTimer.everyMs = undefined
    let before
    for (let timer = firstTimer; timer !== undefined; timer = timer.next) {
      if (timer.id !== id) before = timer
      else if (before === undefined) firstTimer = timer.next
      else before.next = timer.next
    }
  })
  const timerFunction = (name, isRepeated) =>
    freeze((callback, delay, ...given) => {
      if (typeof callback !== 'function') throw new TypeErrorOf(`${name} takes a function`)
      const ms = NumberOf(delay)
      const delayMs = ms >= 1 && ms < 2 ** 31 ? floor(ms) : 1
      const id = ++timers
      const everyMs = isRepeated ? delayMs : undefined
      addTimer({ __proto__: null, id, dueMs: sleptMs + delayMs, everyMs, callback, given, next: undefined })
      return id
    })
  const runTimer = (timer) => {
    firstTimer = timer.next
    runningTimer = timer
    host(SLEPT, timer.dueMs - sleptMs)
    sleptMs = timer.dueMs
    try {
      apply(timer.callback, undefined, timer.given)
    } catch (error) {
      return fail(error)
    }
    runningTimer = undefined
    if (timer.everyMs === undefined) return
    timer.dueMs += timer.everyMs
    addTimer(timer)
  }
  /** For the code around a script's text, which calls it while it is loaded. */
  const openScript = () => {
    isScript = true
    return {
      __proto__: null,
      /** Resolves when nothing is pending. */
      whenIdle: () =>
        new PromiseOf((resolve) => {
          endScript = resolve
        }),
      setTimeout: timerFunction('setTimeout', false),
      setInterval: timerFunction('setInterval', true),
      clearTimeout: clearTimer,
      clearInterval: clearTimer,
    }
  }
  global('__script', openScript)
  const idle = () => {
    if (firstTimer !== undefined) return runTimer(firstTimer)
    return endScript === undefined ? host(UNSETTLED) : endScript()
  }
  const rejected = (reason) => (isScript ? fail(reason) : undefined)

  let skill
  const seal = () => {
    skill = globalThis.__skill
    delete globalThis.__skill
    delete globalThis.__script
    if (typeof skill === 'function') host(READY)
  }
  const start = async (json) => {
    const { call, seed: numbers } = parse(json)
    seed(numbers)
    let value
    try {
      value = await skill(call)
    } catch (error) {
      return fail(error)
    }
    return finish(value)
  }

  host(ENTRIES, Object.prototype, Array.prototype, seal, start, settle, idle, rejected)
})()
