/**
 * Turns a V8 realm into the skills' environment: the language of QuickJS, without anything that depends on machine or
 * time. Runs after `lockdown.cjs` and before any skill code. Removes `__clock`, which returns milliseconds since the epoch.
 */
;(() => {
  'use strict'
  const clock = globalThis.__clock
  delete globalThis.__clock

  // Removes locale data, threads, compiled code, observable garbage collection, and the debugger's console.
  for (const name of ['Intl', 'Atomics', 'WebAssembly', 'WeakRef', 'FinalizationRegistry', 'console']) {
    delete globalThis[name]
  }
  const method = (object, name, value) =>
    Object.defineProperty(object, name, { value, writable: true, enumerable: false, configurable: true })

  const uncurry = Function.prototype.bind.bind(Function.prototype.call)
  const replace = uncurry(String.prototype.replace)
  const slice = uncurry(String.prototype.slice)

  // Stack frames expose functions on the stack. Assignment has no effect, as in an engine that ignores the property.
  Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => {}, configurable: false })

  // The clock stands still, and the zone has no name.
  const { construct } = Reflect
  const BuiltInDate = Date
  const own = (name) => uncurry(BuiltInDate.prototype[name])
  const [fullText, timeText, iso] = [own('toString'), own('toTimeString'), own('toISOString')]
  const textOf = (date) => replace(fullText(date), / \(.*\)$/, '')
  const frozen = new Proxy(BuiltInDate, {
    __proto__: null,
    apply: () => textOf(new BuiltInDate(clock())),
    construct: (date, values, made) => construct(date, values.length === 0 ? [clock()] : values, made),
  })
  method(BuiltInDate, 'now', () => clock())
  method(BuiltInDate.prototype, 'constructor', frozen)
  method(globalThis, 'Date', frozen)
  const dateMethod = (name, write) =>
    method(
      BuiltInDate.prototype,
      name,
      {
        [name]() {
          return write(this)
        },
      }[name],
    )
  const isValid = (date) => fullText(date) !== 'Invalid Date'
  const localDate = (date) => replace(slice(iso(date), 0, -14), /^(.*)-(..)-(..)$/, '$2/$3/$1')
  const localTime = (date) => {
    const [hour, rest] = [slice(iso(date), -13, -11), slice(iso(date), -11, -5)]
    const twelve = hour % 12 === 0 ? 12 : hour % 12
    return `${twelve < 10 ? '0' : ''}${twelve}${rest} ${hour < 12 ? 'AM' : 'PM'}`
  }
  const ifValid = (write) => (date) => (isValid(date) ? write(date) : 'Invalid Date')
  dateMethod('toString', textOf)
  dateMethod('toTimeString', (date) => replace(timeText(date), / \(.*\)$/, ''))
  dateMethod('toLocaleDateString', ifValid(localDate))
  dateMethod('toLocaleTimeString', ifValid(localTime))
  dateMethod(
    'toLocaleString',
    ifValid((date) => `${localDate(date)}, ${localTime(date)}`),
  )

  // Without locales, there is one way to format and to compare.
  const plain = (type) => method(type.prototype, 'toLocaleString', type.prototype.toString)
  for (const type of [Number, BigInt]) plain(type)
  for (const name of ['Upper', 'Lower']) {
    method(String.prototype, `toLocale${name}Case`, String.prototype[`to${name}Case`])
  }
  const normalize = uncurry(String.prototype.normalize)
  const codePointAt = uncurry(String.prototype.codePointAt)
  const StringOf = String
  method(String.prototype, 'localeCompare', function localeCompare(other) {
    const [one, two] = [normalize(this), normalize(StringOf(other))]
    for (let at = 0; at < one.length && at < two.length; at += 1) {
      const difference = codePointAt(one, at) - codePointAt(two, at)
      if (difference !== 0) return difference < 0 ? -1 : 1
    }
    return one.length === two.length ? 0 : one.length < two.length ? -1 : 1
  })

  const resolved = Promise.resolve()
  const then = uncurry(Promise.prototype.then)
  const TypeErrorOf = TypeError
  method(globalThis, 'queueMicrotask', function queueMicrotask(callback) {
    if (typeof callback !== 'function') throw new TypeErrorOf('queueMicrotask takes a function')
    then(resolved, () => callback())
  })
})()
