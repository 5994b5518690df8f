import type { ScriptLanguage } from '../../../contract/script-language.ts'

/** Skills that inspect and tamper with the inside of their sandbox. */

/** Reveals what an earlier execution left behind: in a clean environment its answer is always the same. */
export const witness: Readonly<Record<ScriptLanguage, string>> = {
  javascript: `async ({ action }) => {
  const [at] = await time.offset([['NRT', '2026-03-16T13:45:00']])
  const types = [Object, Array, Promise, String, Map, Error, RegExp, Function, JSON, Math, Reflect]
  const keys = types.map((type) => [Reflect.ownKeys(type), Reflect.ownKeys(type.prototype ?? {})].map((all) => all.map(String)))
  return { action, at, keys, random: Math.random(), left: typeof globalThis.left, last: RegExp.$1 ?? '', sum: [1, 2].map((n) => n + 1) }
}`,
  python: `import builtins, json, os, random, re, sys
types = [dict, list, str, type, Exception, json, os, random, re, sys]
set_result([dir(builtins), [dir(one) for one in types], sorted(sys.modules), random.random(), os.listdir('/tmp')])`,
}

/** Every known way from a value to a compiler. The answer lists the ways that worked. */
export const attempts = {
  skill: `async () => {
    const makers = {
      eval: () => eval('1'), indirect: () => (0, eval)('1'), onGlobal: () => globalThis.eval('1'),
      Function: () => Function('return 1')(), construct: () => Reflect.construct(Function, ['return 1'])(),
      constructor: () => (() => {}).constructor('return 1')(),
      deep: () => [].at.constructor.constructor('return 1')(),
      host: () => fetch.constructor('return 1')(), hostDeep: () => secrets.get.constructor('return 1')(),
      error: () => SkillError.constructor('return 1')(),
      generator: () => (function* () {}).constructor('yield 1')(),
      async: () => (async () => {}).constructor('return 1')(),
      asyncGenerator: () => (async function* () {}).constructor('yield 1')(),
      prototype: () => Object.getPrototypeOf(async () => {}).constructor('return 1')(),
      subclass: () => new (class extends Function {})('return 1')(),
      bound: () => Function.bind(null, 'return 1')()(),
      apply: () => Reflect.apply(Function.prototype.constructor, null, ['return 1'])(),
      timer: () => setTimeout('1'), template: () => new Function\`return 1\`(),
    }
    const worked = Object.keys(makers).filter((name) => { try { makers[name](); return true } catch { return false } })
    const modules = ['data:text/javascript,export default 1', 'fs', './sdk.cjs', 'node:fs', 'std', 'os']
    for (const name of modules) try { await import(name); worked.push('import ' + name) } catch {}
    Error.prepareStackTrace = (_, frames) => frames
    const { stack } = new Error()
    if (typeof stack !== 'string') worked.push('frames')
    const names = ['require', 'process', 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'performance', 'Worker', '__host', '__start', '__settle', '__seal', '__skill']
    for (const name of names) if (globalThis[name] !== undefined) worked.push(name)
    return worked
  }`,
  answer: [],
}

const returned = (value: unknown) => ({ kind: 'returned', value })

/** Changes to what the host functions could use. The first one replaces the most. */
export const pollution = [
  {
    title: 'replaced methods of arrays, strings and maps',
    skill: `async () => {
      for (const type of [Array, String, Map, WeakMap, Set]) {
        for (const name of Object.getOwnPropertyNames(type.prototype)) {
          try { if (typeof type.prototype[name] === 'function') type.prototype[name] = () => 'forged' } catch {}
        }
      }
      Array.prototype[Symbol.iterator] = () => 'forged'
      const response = await fetch('https://api.example.com/text')
      const { asked } = await (await fetch('https://api.example.com/', { method: 'post', headers: { a: 'b' } })).json()
      return [response.status, response.headers.get('X-ONE'), await response.text(), asked.method, asked.headers]
    }`,
    outcome: returned([200, 'a, b', 'plain ✓', 'POST', [['a', 'b']]]),
  },
  {
    title: 'a replaced Promise.prototype.then',
    skill: `async () => {
      Promise.prototype.then = function () { globalThis.left = 1 }
      return 'real'
    }`,
    outcome: returned('real'),
  },
  {
    title: 'a replaced promise species',
    skill: `() => {
      Object.defineProperty(Promise.prototype, 'constructor', { get() { return { [Symbol.species]: function (go) { go(() => {}, () => {}) } } } })
      return 'real'
    }`,
    outcome: returned('real'),
  },
  {
    title: 'a changed JSON',
    skill: `async () => {
      JSON.stringify = () => '"forged"'
      JSON.parse = () => ['forged']
      return (await time.offset([]))[0]
    }`,
    outcome: returned('+09:00'),
  },
  {
    title: 'setters on Object.prototype',
    skill: `async () => {
      for (const name of ['id', 'value', 'resolve', 'reject', 'url', 'body', 'code', 'seed', 'call', 'get', 'set', '0', '1']) {
        Object.defineProperty(Object.prototype, name, { __proto__: null, set() { globalThis.left = 1 }, get() { return undefined } })
      }
      const { status, url } = await fetch('https://api.example.com/real')
      return [status, url, typeof globalThis.left]
    }`,
    outcome: returned([200, 'https://api.example.com/real', 'undefined']),
  },
  {
    title: 'a subverted Error and instanceof',
    skill: `() => {
      Object.defineProperty(SkillError, Symbol.hasInstance, { value: () => true })
      throw new Error('plain')
    }`,
    outcome: { kind: 'failed', code: 'SKILL_CRASHED' },
  },
  {
    title: 'a then property on every object',
    skill: `async () => {
      Object.defineProperty(Object.prototype, 'then', { value: undefined, writable: true, configurable: true })
      return [await time.offset([])]
    }`,
    outcome: returned([['+09:00', '-08:00']]),
  },
]
