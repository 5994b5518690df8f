import fc from 'fast-check'

type Encode = (text: string) => string
export type Encoding = { readonly name: string; readonly encode: Encode }

const hexOf = (sign: string, length: number) => sign.charCodeAt(0).toString(16).padStart(length, '0')
const replaceSigns = (pattern: RegExp, by: (sign: string) => string) => (text: string) => text.replace(pattern, by)
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const goJson = (text: string) => replaceSigns(/[<>&]/g, (sign) => `\\u${hexOf(sign, 4)}`)(json(text))
const inLines = (text: string, length: number, end: string) =>
  (text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? []).join(end)
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const namedToo: Record<string, string> = { ...named, '+': '&plus;', '/': '&sol;', '=': '&equals;', '%': '&percnt;' }
const alternating = (text: string) => text.replace(/[a-z]/g, (sign, at) => (at % 2 === 0 ? sign.toUpperCase() : sign))
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${hexOf(sign, 2).toUpperCase()}`)
const lowerPercent = (text: string) => percent(text).replace(/%../g, (code) => code.toLowerCase())
const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Places soft breaks anywhere except inside an escape. */
const quotedPrintable = (text: string, most: number) =>
  (
    text
      .replace(/[=\x7f-\uffff]/g, (sign) => `=${hexOf(sign, 2).toUpperCase()}`)
      .match(new RegExp(`(?:=..|[\\s\\S]){1,${most}}`, 'g')) ?? []
  ).join('=\r\n')

/** ASCII texts as frameworks encode them. */
export const escapings: readonly Encoding[] = [
  { name: 'JSON', encode: json },
  {
    name: 'JSON as .NET writes it',
    encode: (text) =>
      replaceSigns(/[+<>&'`"/]/g, (sign) => `\\u${hexOf(sign, 4).toUpperCase()}`)(text.replace(/\\/g, '\\\\')),
  },
  { name: 'JSON as Go writes it', encode: goJson },
  { name: 'JSON as PHP writes it', encode: (text) => json(text).replaceAll('/', '\\/') },
  { name: '\\x', encode: replaceSigns(/[^A-Za-z0-9]/g, (sign) => `\\x${hexOf(sign, 2)}`) },
  { name: '\\u{}', encode: replaceSigns(/[^A-Za-z0-9]/g, (sign) => `\\u{${hexOf(sign, 1)}}`) },
  {
    name: 'octal',
    encode: replaceSigns(/[^A-Za-z0-9]/g, (sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`),
  },
  { name: 'HTML, by name', encode: replaceSigns(/[&<>"']/g, (sign) => named[sign] ?? sign) },
  { name: 'HTML, by more names', encode: replaceSigns(/[&<>"'+/=%]/g, (sign) => namedToo[sign] ?? sign) },
  { name: 'HTML, decimal', encode: replaceSigns(/[^A-Za-z0-9]/g, (sign) => `&#${sign.charCodeAt(0)};`) },
  { name: 'HTML, all decimal', encode: replaceSigns(/[\s\S]/g, (sign) => `&#${sign.charCodeAt(0)};`) },
  { name: 'HTML, hex', encode: replaceSigns(/[^A-Za-z0-9]/g, (sign) => `&#x${hexOf(sign, 2)};`) },
  { name: 'HTML, mixed hex', encode: replaceSigns(/[^A-Za-z0-9]/g, (sign) => `&#X${alternating(hexOf(sign, 4))};`) },
  { name: 'percent', encode: percent },
  { name: 'percent, lower', encode: lowerPercent },
  { name: 'percent-encoding by Java', encode: (text) => percent(text).replaceAll('%20', '+') },
  { name: 'percent-encoding by browsers', encode: (text) => new URLSearchParams([['', text]]).toString().slice(1) },
  { name: 'percent-encoding of a path', encode: encodeURI },
  { name: 'percent-encoding of every character', encode: replaceSigns(/[\s\S]/g, (sign) => `%${hexOf(sign, 2)}`) },
  {
    name: 'percent-encoding of every character, upper case',
    encode: replaceSigns(/[\s\S]/g, (sign) => `%${hexOf(sign, 2).toUpperCase()}`),
  },
  { name: 'quoted-printable', encode: (text) => quotedPrintable(text, 75) },
  { name: 'quoted-printable, short lines', encode: (text) => quotedPrintable(text, 7) },
]

export const radixes: readonly Encoding[] = [
  { name: 'Base64', encode: base64 },
  { name: 'Base64 at another alignment', encode: (text) => base64(`:${text}`) },
  { name: 'URL-safe Base64', encode: (text) => Buffer.from(`ab${text}`).toString('base64url') },
  {
    name: 'Base64 in a URL',
    encode: (text) => encodeURIComponent(base64(text).replaceAll('+', '-').replaceAll('/', '_')),
  },
  { name: 'Base64 with MIME line breaks', encode: (text) => inLines(base64(`user:${text}`), 76, '\r\n') },
  { name: 'Base64 in short lines', encode: (text) => inLines(base64(text), 5, '\n  ') },
  { name: 'Base64 of JSON', encode: (text) => base64(JSON.stringify({ value: text })) },
  { name: 'Base64 of Go’s JSON', encode: (text) => base64(`{"value":"${goJson(text)}"}`) },
  { name: 'Base64 with \\/', encode: (text) => base64(text).replaceAll('/', '\\/') },
  { name: 'hex', encode: (text) => Buffer.from(text).toString('hex') },
  { name: 'hex, upper', encode: (text) => Buffer.from(text).toString('hex').toUpperCase() },
]

const base32 = (text: string, signs: string) => {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => signs.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('')
}
const base32Signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const base32HexSigns = '0123456789ABCDEFGHIJKLMNOPQRSTUV'
const ascii85Signs = Array.from({ length: 85 }, (_, digit) => String.fromCharCode(0x21 + digit)).join('')
const base85Signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'

function base85(text: string, signs: string): string {
  const bytes = Buffer.from(text)
  let encoded = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.concat([bytes.subarray(at, at + 4), Buffer.alloc(3)]).subarray(0, 4)
    let value = group.readUInt32BE()
    let shown = ''
    for (let place = 0; place < 5; place += 1) {
      shown = signs.charAt(value % 85) + shown
      value = Math.floor(value / 85)
    }
    encoded += shown.slice(0, Math.min(4, bytes.length - at) + 1)
  }
  return encoded
}

const codes = (radix: number, length: number, separator: string, prefix = '') => ({
  encode: (text: string) =>
    [...Buffer.from(text)].map((byte) => prefix + byte.toString(radix).padStart(length, '0')).join(separator),
})
const utf16 = (text: string) => Buffer.from(text, 'utf16le')

/** Encodings that change every character, and that servers use for other data than text. */
export const spelledOut: readonly Encoding[] = [
  { name: 'Base32', encode: (text) => base32(text, base32Signs) },
  { name: 'Base32 at another alignment', encode: (text) => base32(`ab${text}`, base32Signs) },
  { name: 'Base32, lower', encode: (text) => base32(text, base32Signs).toLowerCase() },
  { name: 'Base32 with the extended hex alphabet', encode: (text) => base32(text, base32HexSigns) },
  { name: 'Ascii85', encode: (text) => base85(text, ascii85Signs) },
  { name: 'Ascii85 with delimiters', encode: (text) => `<~${base85(text, ascii85Signs)}~>` },
  { name: 'Base85 of RFC 1924', encode: (text) => base85(text, base85Signs) },
  { name: 'Base85 at another alignment', encode: (text) => base85(`a:${text}`, base85Signs) },
  { name: 'decimal codes', ...codes(10, 1, ',') },
  { name: 'decimal codes with blanks', ...codes(10, 1, ', ') },
  { name: 'decimal codes in lines', ...codes(10, 3, '\n') },
  { name: 'hex codes', ...codes(16, 2, ' ') },
  { name: 'hex codes with colons', ...codes(16, 2, ':') },
  { name: 'hex codes with 0x', ...codes(16, 2, ', ', '0x') },
  { name: 'octal codes', ...codes(8, 3, ' ') },
  { name: 'binary codes', ...codes(2, 8, ' ') },
  { name: 'binary digits', ...codes(2, 8, '') },
  { name: 'Base64 of UTF-16, little-endian', encode: (text) => utf16(text).toString('base64') },
  { name: 'Base64 of UTF-16, big-endian', encode: (text) => utf16(text).swap16().toString('base64') },
  { name: 'hex of UTF-16', encode: (text) => utf16(text).toString('hex') },
]

const rot13 = (text: string) =>
  text.replace(/[a-z]/gi, (sign) => String.fromCharCode(sign.charCodeAt(0) + (sign.toLowerCase() < 'n' ? 13 : -13)))

/** Changes that another encoding may follow. */
export const changes: readonly Encoding[] = [
  { name: 'the text itself', encode: (text) => text },
  { name: 'upper case', encode: (text) => text.toUpperCase() },
  { name: 'lower case', encode: (text) => text.toLowerCase() },
  { name: 'mixed case', encode: alternating },
  {
    name: 'swapped case',
    encode: replaceSigns(/[a-z]/gi, (sign) => (sign < 'a' ? sign.toLowerCase() : sign.toUpperCase())),
  },
  { name: 'reversed', encode: (text) => [...text].reverse().join('') },
  { name: 'ROT13', encode: rot13 },
]

/** Decodes one kind of escape with the simplest rules, to check whether anything of a value is left. */
const decoders: readonly Encode[] = [
  (text) => text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) =>
    text.replace(
      /\\(?:u([0-9a-f]{4})|x([0-9a-f]{2})|u\{([0-9a-f]+)\}|([0-7]{3})|([^A-Za-z0-9]))/gi,
      (_, u, x, b, o, sign) =>
        sign ?? String.fromCharCode(o === undefined ? Number.parseInt(u ?? x ?? b, 16) : Number.parseInt(o, 8)),
    ),
  (text) =>
    text
      .replace(/&#x([0-9a-f]+);/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
      .replace(/&#([0-9]+);/g, (_, number) => String.fromCharCode(Number(number)))
      .replace(/&[a-z]+;/g, (name) => Object.entries(namedToo).find(([, value]) => value === name)?.[0] ?? name),
  (text) =>
    text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => text.replaceAll('+', ' '),
  (text) => text.replace(/\s+/g, ''),
  ...[0, 1, 2, 3].map(
    (shift) => (text: string) =>
      (text.match(/[A-Za-z0-9+/_-]{8,}/g) ?? [])
        .map((run) => Buffer.from(run.slice(shift), 'base64').toString('latin1'))
        .join(' '),
  ),
  ...[0, 1].map(
    (shift) => (text: string) =>
      (text.match(/[0-9a-f]{8,}/gi) ?? [])
        .map((run) => Buffer.from(run.slice(shift), 'hex').toString('latin1'))
        .join(' '),
  ),
]

/** The text and all its possible decodings, up to two encodings deep. */
function readingsOf(text: string): string[] {
  const once = decoders.map((decode) => decode(text))
  return [text, ...once, ...once.flatMap((inner) => decoders.map((decode) => decode(inner)))]
}

/** The first eight consecutive characters of a value that remain in a text, plain or encoded. */
export function leftOf(secret: string, text: string): string | undefined {
  const readings = readingsOf(text)
  for (let at = 0; at + 8 <= secret.length; at += 1) {
    const window = secret.slice(at, at + 8)
    if (readings.some((reading) => reading.includes(window))) return window
  }
  return undefined
}

/** Includes all characters that encodings escape or use. */
export const signsOfEscapes = fc.constantFrom(...'abcdefXYZ0123456789+/=&%\\"\'<>_-.:#;u {}~*')
