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

  // Stack frames expose functions on the stack. Assignment has no effect, as in an engine that ignores the property.
  Object.defineProperty(Error, 'prepareStackTrace', { get: () => undefined, set: () => {}, configurable: false })

  // The clock stands still, and the zone has no name.
  const { construct } = Reflect
  const BuiltInDate = Date
  const own = (name) => uncurry(BuiltInDate.prototype[name])
  const [fullText, timeText] = [own('toString'), own('toTimeString')]
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
  dateMethod('toString', textOf)
  dateMethod('toTimeString', (date) => replace(timeText(date), / \(.*\)$/, ''))

  const resolved = Promise.resolve()
  const then = uncurry(Promise.prototype.then)
  const TypeErrorOf = TypeError
  method(globalThis, 'queueMicrotask', function queueMicrotask(callback) {
    if (typeof callback !== 'function') throw new TypeErrorOf('queueMicrotask takes a function')
    then(resolved, () => callback())
  })
})()
