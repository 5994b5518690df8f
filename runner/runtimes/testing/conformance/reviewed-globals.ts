/** Reviewed one by one: none of these reaches outside the guest, tells time, or compiles text. */
export const reviewedGlobals: readonly string[] = [
  ...['AggregateError', 'Array', 'ArrayBuffer', 'AsyncDisposableStack', 'BigInt', 'BigInt64Array'],
  ...['BigUint64Array', 'Boolean', 'DataView', 'Date', 'DisposableStack', 'Error', 'EvalError', 'Float16Array'],
  ...['Float32Array', 'Float64Array', 'Function', 'Infinity', 'Int16Array', 'Int32Array', 'Int8Array'],
  ...['Iterator', 'JSON', 'Map', 'Math', 'NaN', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError'],
  ...['ReferenceError', 'Reflect', 'RegExp', 'Set', 'SkillError', 'String', 'SuppressedError', 'Symbol'],
  ...['SyntaxError', 'TextDecoder', 'TextEncoder', 'TypeError', 'URIError', 'URL', 'URLSearchParams'],
  ...['Uint16Array', 'Uint32Array', 'Uint8Array', 'Uint8ClampedArray', 'WeakMap', 'WeakSet', 'atob', 'btoa'],
  ...['call', 'console', 'crypto', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'],
  ...['escape', 'exec', 'fetch', 'files', 'gateway', 'globalThis', 'isFinite', 'isNaN', 'kv', 'llm', 'memory'],
  ...['messages', 'parseFloat', 'parseInt', 'queueMicrotask', 'secrets', 'settings', 'structuredClone', 'time'],
  ...['undefined', 'unescape'],
]
