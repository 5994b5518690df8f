/**
 * What the web has and the engine lacks: URLs of http and https, text in UTF-8, Base64, copies of values. Hosts are in
 * ASCII: an internationalized name has to be written in its `xn--` form.
 */
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

  let bind
  let replaceQuery
  globalThis.URLSearchParams = class URLSearchParams {
    #pairs
    /** Called after each change, by the URL that it belongs to. */
    #changed = () => {}
    constructor(init) {
      this.#pairs = pairsOf(init)
    }
    get size() {
      return this.#pairs.length
    }
    append(name, value) {
      this.#pairs.push([String(name), String(value)])
      this.#changed()
    }
    set(name, value) {
      const first = this.#pairs.find((pair) => pair[0] === String(name))
      if (!first) return this.append(name, value)
      this.#pairs = this.#pairs.filter((pair) => pair === first || pair[0] !== String(name))
      first[1] = String(value)
      this.#changed()
    }
    delete(name) {
      this.#pairs = this.#pairs.filter((pair) => pair[0] !== String(name))
      this.#changed()
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
      this.#changed()
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
    static {
      bind = (params, changed) => {
        params.#changed = changed
      }
      replaceQuery = (params, query) => {
        params.#pairs = parse(query)
      }
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
    }
  }

  const { URLSearchParams } = globalThis
  const utf8 = (text) => {
    const bytes = []
    for (const char of text.toWellFormed()) {
      const code = char.codePointAt(0)
      if (code < 0x80) bytes.push(code)
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    }
    return Uint8Array.from(bytes)
  }

  // URLs. The gateway parses each URL of a request again, and decides by its own reading.
  const escaped = (text, set) =>
    text
      .toWellFormed()
      .replace(set, (char) =>
        Array.from(utf8(char), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
      )
  const inFragment = /[^\x21\x23-\x3b\x3d\x3f-\x5f\x61-\x7e]/gu
  const inQuery = /[^\x21\x24-\x26\x28-\x3b\x3d\x3f-\x7e]/gu
  const inPath = /[^\x21\x24-\x3b\x3d\x40-\x5d\x5f\x61-\x7a\x7c\x7e]/gu
  const inUser = /[^\x21\x24-\x2e\x30-\x39\x41-\x5a\x5f\x61-\x7a\x7e]/gu
  const ports = { 'http:': '80', 'https:': '443' }

  const hostOf = (text) => {
    if (/^\[[0-9a-f:.]+\]$/i.test(text)) return text.toLowerCase()
    let host
    try {
      host = decodeURIComponent(text).toLowerCase()
    } catch {
      return undefined
    }
    if (host === '' || /[^!"$&'()*+,\-.0-9;=_`a-z{}~]/.test(host)) return undefined
    if (!/(?:^|\.)(?:[0-9]+|0x[0-9a-f]*)\.?$/.test(host)) return host
    const numbers = host.replace(/\.$/, '').split('.')
    const isAddress =
      numbers.length === 4 && numbers.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && part < 256)
    return isAddress ? numbers.join('.') : undefined
  }
  const pathOf = (text, before) => {
    const parts = before.slice()
    const given = text.split(/[/\\]/)
    given.forEach((part, at) => {
      const isLast = at === given.length - 1
      const plain = part.replace(/%2e/gi, '.')
      if (plain === '..') parts.pop()
      if (plain !== '.' && plain !== '..') parts.push(escaped(part, inPath))
      else if (isLast) parts.push('')
    })
    return parts
  }
  const portOf = (text, protocol) => {
    if (text === '') return ''
    if (!/^[0-9]+$/.test(text) || Number(text) > 65535) return undefined
    const port = String(Number(text))
    return port === ports[protocol] ? '' : port
  }
  const splitEnd = (text) => {
    const [, rest, query, fragment] = /^([^?#]*)(\?[^#]*)?(#[\s\S]*)?$/.exec(text)
    return { rest, query, fragment }
  }
  const textOfQuery = (query) => (query === undefined ? undefined : escaped(query.slice(1), inQuery))
  const textOfFragment = (fragment) => (fragment === undefined ? undefined : escaped(fragment.slice(1), inFragment))
  const after = (mark, text) => (text === undefined ? '' : `${mark}${text}`)
  /** The parts of a URL. `search` and `hash` may be undefined or empty. `undefined`: the text is none. */
  const partsOf = (given, base) => {
    const text = given.replace(/^[\0- ]+|[\0- ]+$/g, '').replace(/[\t\n\r]/g, '')
    const [scheme] = /^[a-z][a-z0-9+.-]*:/i.exec(text) ?? []
    const protocol = scheme?.toLowerCase() ?? base?.protocol
    if (protocol === undefined || !Object.hasOwn(ports, protocol)) return undefined
    const { rest, query, fragment } = splitEnd(scheme === undefined ? text : text.slice(scheme.length))
    const end = { search: textOfQuery(query), hash: textOfFragment(fragment) }
    const isRelative = base !== undefined && protocol === base.protocol && !/^[/\\]{2}/.test(rest)
    if (isRelative) {
      const search = rest === '' && query === undefined ? base.search : end.search
      if (rest === '') return { ...base, ...end, search }
      const path = /^[/\\]/.test(rest) ? pathOf(rest.slice(1), []) : pathOf(rest, base.path.slice(0, -1))
      return { ...base, ...end, path }
    }
    if (scheme === undefined && !/^[/\\]{2}/.test(rest)) return undefined
    const [, authority, path = ''] = /^[/\\]*([^/\\]*)(?:[/\\]([\s\S]*))?$/.exec(rest)
    const at = authority.lastIndexOf('@')
    const [user, ...password] = at < 0 ? [''] : authority.slice(0, at).split(':')
    const [, hostText, portText = ''] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(authority.slice(at + 1)) ?? []
    const host = hostText === undefined ? undefined : hostOf(hostText)
    const port = portOf(portText, protocol)
    if (host === undefined || port === undefined) return undefined
    const username = escaped(user, inUser)
    return {
      protocol,
      username,
      password: escaped(password.join(':'), inUser),
      host,
      port,
      path: pathOf(path, []),
      ...end,
    }
  }
  const partsOfUrl = (url, base) => {
    const from = base === undefined ? undefined : partsOf(String(base))
    return base !== undefined && from === undefined ? undefined : partsOf(String(url), from)
  }

  globalThis.URL = class URL {
    #parts
    #query
    constructor(url, base) {
      const parts = partsOfUrl(url, base)
      if (parts === undefined) throw new TypeError(`Invalid URL: ${String(url)}`)
      this.#parts = parts
      this.#query = new URLSearchParams(parts.search)
      bind(this.#query, () => {
        this.#parts.search = this.#query.toString() || undefined
      })
    }
    static canParse(url, base) {
      return partsOfUrl(url, base) !== undefined
    }
    static parse(url, base) {
      return URL.canParse(url, base) ? new URL(url, base) : null
    }
    get href() {
      const { protocol, username, password, search, hash } = this.#parts
      const secret = password === '' ? '' : `:${password}`
      const user = username === '' && password === '' ? '' : `${username}${secret}@`
      return `${protocol}//${user}${this.host}${this.pathname}${after('?', search)}${after('#', hash)}`
    }
    set href(url) {
      const parts = partsOfUrl(url)
      if (parts === undefined) throw new TypeError(`Invalid URL: ${String(url)}`)
      this.#parts = parts
      replaceQuery(this.#query, parts.search)
    }
    get origin() {
      return `${this.#parts.protocol}//${this.host}`
    }
    get protocol() {
      return this.#parts.protocol
    }
    set protocol(value) {
      const protocol = `${String(value)
        .replace(/:[\s\S]*$/, '')
        .toLowerCase()}:`
      if (!Object.hasOwn(ports, protocol)) return
      this.#parts.protocol = protocol
      this.#parts.port = portOf(this.#parts.port, protocol)
    }
    get username() {
      return this.#parts.username
    }
    set username(value) {
      this.#parts.username = escaped(String(value), inUser)
    }
    get password() {
      return this.#parts.password
    }
    set password(value) {
      this.#parts.password = escaped(String(value), inUser)
    }
    get host() {
      const { host, port } = this.#parts
      return port === '' ? host : `${host}:${port}`
    }
    set host(value) {
      const parts = partsOf(`${this.#parts.protocol}//${String(value).replace(/[/\\?#@][\s\S]*$/, '')}`)
      if (parts === undefined) return
      this.#parts.host = parts.host
      if (/:[0-9]/.test(String(value))) this.#parts.port = parts.port
    }
    get hostname() {
      return this.#parts.host
    }
    set hostname(value) {
      const host = hostOf(String(value))
      if (host !== undefined) this.#parts.host = host
    }
    get port() {
      return this.#parts.port
    }
    set port(value) {
      const port = portOf(String(value), this.#parts.protocol)
      if (port !== undefined) this.#parts.port = port
    }
    get pathname() {
      return `/${this.#parts.path.join('/')}`
    }
    set pathname(value) {
      this.#parts.path = pathOf(
        String(value)
          .replace(/[\t\n\r]/g, '')
          .replace(/^[/\\]/, ''),
        [],
      )
    }
    get search() {
      return after('?', this.#parts.search || undefined)
    }
    set search(value) {
      const text = String(value).replace(/[\t\n\r]/g, '')
      this.#parts.search = text === '' ? undefined : textOfQuery(text.startsWith('?') ? text : `?${text}`)
      replaceQuery(this.#query, this.#parts.search)
    }
    get hash() {
      return after('#', this.#parts.hash || undefined)
    }
    set hash(value) {
      const text = String(value).replace(/[\t\n\r]/g, '')
      this.#parts.hash = text === '' ? undefined : textOfFragment(text.startsWith('#') ? text : `#${text}`)
    }
    get searchParams() {
      return this.#query
    }
    toString() {
      return this.href
    }
    toJSON() {
      return this.href
    }
  }

  // Text.
  const bytesOf = (data = new Uint8Array()) =>
    ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data)
  globalThis.TextEncoder = class TextEncoder {
    get encoding() {
      return 'utf-8'
    }
    encode(text = '') {
      return utf8(String(text))
    }
  }
  /** The length, the lowest second byte and the highest one of a sequence that begins with this byte. */
  const sequenceOf = (byte) => {
    if (byte < 0x80) return [1]
    if (byte >= 0xc2 && byte < 0xe0) return [2, 0x80, 0xbf]
    if (byte >= 0xe0 && byte < 0xf0) return [3, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf]
    if (byte >= 0xf0 && byte < 0xf5) return [4, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf]
    return [0]
  }
  globalThis.TextDecoder = class TextDecoder {
    #fatal
    #keepsMark
    constructor(label = 'utf-8', { fatal = false, ignoreBOM = false } = {}) {
      if (!/^\s*(?:unicode-1-1-)?utf-?8\s*$/i.test(String(label))) {
        throw new RangeError(`TextDecoder reads utf-8 only, not ${String(label)}`)
      }
      this.#fatal = Boolean(fatal)
      this.#keepsMark = Boolean(ignoreBOM)
    }
    get encoding() {
      return 'utf-8'
    }
    get fatal() {
      return this.#fatal
    }
    get ignoreBOM() {
      return this.#keepsMark
    }
    decode(data, { stream = false } = {}) {
      if (stream) throw new TypeError('TextDecoder reads whole texts here, and no streams')
      const bytes = bytesOf(data)
      const texts = []
      let at = !this.#keepsMark && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
      while (at < bytes.length) {
        const [length, lowest, highest] = sequenceOf(bytes[at])
        let code = length === 1 ? bytes[at] : bytes[at] & (0x7f >> length)
        let read = 1
        while (read < length) {
          const byte = bytes[at + read]
          const isNext = byte >= (read === 1 ? lowest : 0x80) && byte <= (read === 1 ? highest : 0xbf)
          if (!isNext) break
          code = (code << 6) | (byte & 63)
          read += 1
        }
        const isWhole = length > 0 && read === length
        if (!isWhole && this.#fatal) throw new TypeError('The bytes are not UTF-8')
        texts.push(isWhole ? String.fromCodePoint(code) : '\ufffd')
        at += read
      }
      return texts.join('')
    }
  }

  // Base64.
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const wrongCharacter = (text) => Object.assign(new Error(text), { name: 'InvalidCharacterError' })
  globalThis.btoa = function btoa(data) {
    const text = String(data)
    if (/[^\0-\xff]/.test(text)) {
      throw wrongCharacter('btoa takes characters up to U+00FF: encode other text with TextEncoder first')
    }
    const parts = []
    for (let at = 0; at < text.length; at += 3) {
      const left = text.length - at
      const bits = (text.charCodeAt(at) << 16) | ((text.charCodeAt(at + 1) || 0) << 8) | (text.charCodeAt(at + 2) || 0)
      parts.push(digits[bits >> 18], digits[(bits >> 12) & 63])
      parts.push(left > 1 ? digits[(bits >> 6) & 63] : '=', left > 2 ? digits[bits & 63] : '=')
    }
    return parts.join('')
  }
  globalThis.atob = function atob(data) {
    let text = String(data).replace(/[\t\n\f\r ]/g, '')
    if (text.length % 4 === 0) text = text.replace(/={1,2}$/, '')
    if (text.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(text)) throw wrongCharacter('The text is not Base64')
    const parts = []
    for (let at = 0; at < text.length; at += 4) {
      const four = text.slice(at, at + 4)
      const [a, b, c = 0, d = 0] = Array.from(four, (char) => digits.indexOf(char))
      const bits = (a << 18) | (b << 12) | (c << 6) | d
      const bytes = [bits >> 16, (bits >> 8) & 255, bits & 255].slice(0, four.length - 1)
      parts.push(String.fromCharCode(...bytes))
    }
    return parts.join('')
  }

  // Copies.
  const errorTypes = { Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError }
  globalThis.structuredClone = function structuredClone(value) {
    const copies = new Map()
    const keep = (from, copy) => {
      copies.set(from, copy)
      return copy
    }
    const cannot = (what) => Object.assign(new Error(`structuredClone cannot copy ${what}`), { name: 'DataCloneError' })
    const ownInto = (from, copy) => {
      for (const key of Object.keys(from)) copy[key] = copyOf(from[key])
      return copy
    }
    const errorOf = (from) => {
      const type = Object.hasOwn(errorTypes, from.name) ? errorTypes[from.name] : Error
      const copy = keep(from, new type(from.message))
      copy.stack = from.stack
      if (Object.hasOwn(from, 'cause')) copy.cause = copyOf(from.cause)
      return copy
    }
    const copyOf = (from) => {
      if (typeof from === 'function' || typeof from === 'symbol') throw cannot(`a ${typeof from}`)
      if (typeof from !== 'object' || from === null) return from
      const known = copies.get(from)
      if (known !== undefined) return known
      if (Array.isArray(from)) {
        const copy = keep(from, [])
        copy.length = from.length
        return ownInto(from, copy)
      }
      if (from instanceof Date) return keep(from, new Date(from.getTime()))
      if (from instanceof RegExp) return keep(from, new RegExp(from.source, from.flags))
      if (from instanceof ArrayBuffer) return keep(from, from.slice(0))
      if (ArrayBuffer.isView(from)) {
        const length = from instanceof DataView ? from.byteLength : from.length
        return keep(from, new from.constructor(copyOf(from.buffer), from.byteOffset, length))
      }
      if (from instanceof Map) {
        const copy = keep(from, new Map())
        for (const [key, item] of [...from]) copy.set(copyOf(key), copyOf(item))
        return copy
      }
      if (from instanceof Set) {
        const copy = keep(from, new Set())
        for (const item of [...from]) copy.add(copyOf(item))
        return copy
      }
      if (from instanceof Error) return errorOf(from)
      for (const type of [Promise, WeakMap, WeakSet]) if (from instanceof type) throw cannot(`a ${type.name}`)
      if ([Number, String, Boolean, BigInt].some((type) => from instanceof type))
        return keep(from, Object(from.valueOf()))
      return ownInto(from, keep(from, {}))
    }
    return copyOf(value)
  }

  const names = ['URL', 'URLSearchParams', 'TextEncoder', 'TextDecoder', 'atob', 'btoa', 'structuredClone']
  for (const name of names) Object.defineProperty(globalThis, name, { enumerable: false })
})()
