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
})()
