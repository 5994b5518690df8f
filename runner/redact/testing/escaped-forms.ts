import fc from 'fast-check'

type Encode = (text: string) => string
export type Encoding = { readonly name: string; readonly encode: Encode }

const hexOf = (sign: string, length: number) => sign.charCodeAt(0).toString(16).padStart(length, '0')
const replaceSigns = (pattern: RegExp, by: (sign: string) => string) => (text: string) => text.replace(pattern, by)
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const inLines = (text: string, length: number, end: string) =>
  (text.match(new RegExp(`[\\s\\S]{1,${length}}`, 'g')) ?? []).join(end)
const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const namedToo: Record<string, string> = { ...named, '+': '&plus;', '/': '&sol;', '=': '&equals;', '%': '&percnt;' }
const alternating = (text: string) => text.replace(/[a-z]/g, (sign, at) => (at % 2 === 0 ? sign.toUpperCase() : sign))
const percent = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${hexOf(sign, 2).toUpperCase()}`)
const lowerPercent = (text: string) => percent(text).replace(/%../g, (code) => code.toLowerCase())
const base64 = (text: string) => Buffer.from(text).toString('base64')
/** A soft break falls anywhere but into an escape. */
const quotedPrintable = (text: string, most: number) =>
  (
    text
      .replace(/[=\x7f-\uffff]/g, (sign) => `=${hexOf(sign, 2).toUpperCase()}`)
      .match(new RegExp(`(?:=..|[\\s\\S]){1,${most}}`, 'g')) ?? []
  ).join('=\r\n')

/** Texts of ASCII as frameworks write them. */
export const escapings: readonly Encoding[] = [
  { name: 'JSON', encode: json },
  {
    name: 'JSON of .NET',
    encode: (text) =>
      replaceSigns(/[+<>&'`"/]/g, (sign) => `\\u${hexOf(sign, 4).toUpperCase()}`)(text.replace(/\\/g, '\\\\')),
  },
  { name: 'JSON of Go', encode: (text) => replaceSigns(/[<>&]/g, (sign) => `\\u${hexOf(sign, 4)}`)(json(text)) },
  { name: 'JSON of PHP', encode: (text) => json(text).replaceAll('/', '\\/') },
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
  { name: 'percent of Java', encode: (text) => percent(text).replaceAll('%20', '+') },
  { name: 'percent of browsers', encode: (text) => new URLSearchParams([['', text]]).toString().slice(1) },
  { name: 'percent of a path', encode: encodeURI },
  { name: 'percent of all', encode: replaceSigns(/[\s\S]/g, (sign) => `%${hexOf(sign, 2)}`) },
  { name: 'quoted-printable', encode: (text) => quotedPrintable(text, 75) },
  { name: 'quoted-printable, short lines', encode: (text) => quotedPrintable(text, 7) },
]

export const radixes: readonly Encoding[] = [
  { name: 'Base64', encode: base64 },
  { name: 'Base64, later in a text', encode: (text) => base64(`:${text}`) },
  { name: 'Base64 for URLs', encode: (text) => Buffer.from(`ab${text}`).toString('base64url') },
  {
    name: 'Base64 in a URL',
    encode: (text) => encodeURIComponent(base64(text).replaceAll('+', '-').replaceAll('/', '_')),
  },
  { name: 'Base64 of MIME', encode: (text) => inLines(base64(`user:${text}`), 76, '\r\n') },
  { name: 'Base64 in short lines', encode: (text) => inLines(base64(text), 5, '\n  ') },
  { name: 'Base64 with \\/', encode: (text) => base64(text).replaceAll('/', '\\/') },
  { name: 'hex', encode: (text) => Buffer.from(text).toString('hex') },
  { name: 'hex, upper', encode: (text) => Buffer.from(text).toString('hex').toUpperCase() },
]

/** Undoes escapes of one kind by the plainest rules, for whoever looks whether something was left. */
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

/** The text, and all that it may stand for, up to two encodings deep. */
export function readingsOf(text: string): string[] {
  const once = decoders.map((decode) => decode(text))
  return [text, ...once, ...once.flatMap((inner) => decoders.map((decode) => decode(inner)))]
}

/** The first eight consecutive characters of a value that still stand in a text, as they are or encoded. */
export function leftOf(secret: string, text: string): string | undefined {
  const readings = readingsOf(text)
  for (let at = 0; at + 8 <= secret.length; at += 1) {
    const window = secret.slice(at, at + 8)
    if (readings.some((reading) => reading.includes(window))) return window
  }
  return undefined
}

/** With all the signs that encodings escape, or mean something to them. */
export const signsOfEscapes = fc.constantFrom(...'abcdefXYZ0123456789+/=&%\\"\'<>_-.:#;u {}')
