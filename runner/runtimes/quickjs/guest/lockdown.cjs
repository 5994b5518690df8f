/**
 * Takes away what a skill has no use for. Code cannot be made from text in any case: the context has no compiler.
 */
;(() => {
  'use strict'
  // Throws whatever it is called with, having no compiler.
  Reflect.deleteProperty(globalThis, 'eval')
  // Shared memory has no other thread to share with.
  delete globalThis.SharedArrayBuffer
  // Hands out the functions on the stack, the host interface's own among them.
  delete Error.prepareStackTrace

  // Without the data of languages and zones, these functions give other values than with `Intl`.
  const { apply } = Reflect
  const ReferenceErrorOf = ReferenceError
  const locale = (type, name, without) => {
    const replacement = {
      [name](first) {
        if (without !== undefined && first === undefined) return apply(without, this, [])
        throw new ReferenceErrorOf(`Intl is not defined, and ${name} needs it`)
      },
    }
    Object.defineProperty(type.prototype, name, { value: replacement[name], enumerable: false })
  }
  for (const type of [Date, Number, BigInt]) locale(type, 'toLocaleString')
  locale(Date, 'toLocaleDateString')
  locale(Date, 'toLocaleTimeString')
  locale(String, 'localeCompare')
  locale(String, 'toLocaleUpperCase', String.prototype.toUpperCase)
  locale(String, 'toLocaleLowerCase', String.prototype.toLowerCase)
})()
