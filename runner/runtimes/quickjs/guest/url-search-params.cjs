/** `URLSearchParams` as far as building and reading queries needs it; the serialisation is the web's. */
;(() => {
  'use strict'

  const encode = (text) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/%20/g, '+')
      .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const decode = (text) => {
    const spaced = text.replace(/\+/g, ' ')
    try {
      return decodeURIComponent(spaced)
    } catch {
      return spaced
    }
  }
  const parse = (query) =>
    query
      .replace(/^\?/, '')
      .split('&')
      .filter((part) => part !== '')
      .map((part) => {
        const equals = part.indexOf('=')
        return equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
      })
  const pairsOf = (init) => {
    if (init === undefined || init === null) return []
    if (typeof init !== 'object') return parse(String(init))
    const given = Symbol.iterator in init ? [...init] : Object.entries(init)
    return given.map(([name, value]) => [String(name), String(value)])
  }

  globalThis.URLSearchParams = class URLSearchParams {
    #pairs
    constructor(init) {
      this.#pairs = pairsOf(init)
    }
    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)])
    }
    set(name, value) {
      const first = this.#pairs.find((pair) => pair[0] === String(name))
      if (!first) return this.append(name, value)
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== String(name))
      first[1] = String(value)
    }
    delete(name) {
      this.#pairs = this.#pairs.filter((pair) => pair[0] !== String(name))
    }
    get(name) {
      return this.#pairs.find((pair) => pair[0] === String(name))?.[1] ?? null
    }
    getAll(name) {
      return this.#pairs.filter((pair) => pair[0] === String(name)).map((pair) => pair[1])
    }
    has(name) {
      return this.#pairs.some((pair) => pair[0] === String(name))
    }
    sort() {
      this.#pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
    }
    forEach(callback, self) {
      for (const [name, value] of this.#pairs) callback.call(self, value, name, this)
    }
    *entries() {
      for (const [name, value] of this.#pairs) yield [name, value]
    }
    *keys() {
      for (const [name] of this.#pairs) yield name
    }
    *values() {
      for (const [, value] of this.#pairs) yield value
    }
    [Symbol.iterator]() {
      return this.entries()
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    }
  }
  Object.defineProperty(globalThis, 'URLSearchParams', { enumerable: false })
})()
