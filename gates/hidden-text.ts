import { gunzipSync, inflateSync } from 'node:zlib'
import { hidden } from '#runner/contract/hidden-text.ts'
import { derivedText, type ScannedText, sourceLanguageOf } from './scanned-text.ts'

type HiddenKind =
  | 'bidirectional'
  | 'decoded-command'
  | 'invisible'
  | 'invisible-row'
  | 'lookalike-host'
  | 'mixed-scripts'
  | 'packed-text'
  | 'tags'
type HiddenText = {
  readonly kind: HiddenKind
  readonly start: number
  readonly end: number
  readonly shown: string
}

/** Characters that change the order in which text is shown. Marks of a direction, which languages use, are not meant. */
const bidirectional = /[\u202a-\u202e\u2066-\u2069]/g
/** A character that no reader sees, by `hidden`. Tags and orders of a text have kinds of their own. */
const unseen = `(?![\\u202a-\\u202e\\u2066-\\u2069\\u{e0020}-\\u{e007e}\\p{Cc}])(?:${hidden.source})`
const anyUnseen = new RegExp(unseen, 'gu')
/** In a row, or inside an ASCII word, no language needs one. */
const invisible = new RegExp(`(?:${unseen}){3,}|(?<=[A-Za-z])(?:${unseen}){1,2}(?=[A-Za-z])`, 'gu')
/** Bits encoded as two kinds of invisible characters. No writing system has eight or more of them in a row. */
const row = new RegExp(`(?:${unseen}|[\\u200c\\u200d]){8,}`, 'gu')
/** Unicode tags mirror ASCII and are never shown. Flags of regions use a few of them after a black flag. */
const tags = /[\u{e0020}-\u{e007e}]{3,}/gu
const flag = '\u{1f3f4}'
/** A Latin word with a Cyrillic or Greek letter that looks Latin. */
const mixed =
  /(?<!\p{L})(?=[a-z]*[\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u0501\u03bf\u03b1])(?=[\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u0501\u03bf\u03b1]*[a-z])[a-z\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u0501\u03bf\u03b1]{4,40}(?!\p{L})/giu

/** Cyrillic and Greek letters that look like Latin letters. */
const lookalikes =
  '\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u0501\u04bb\u04cf\u0432\u043a\u043c\u043d\u0442\u03bf\u03b1\u03bd'
const hostOfUrl = /(?<=:\/\/)[^\s/?#"'`<>()]{1,253}/g
const isLookalike = new RegExp(`^[a-z\\d-]*[${lookalikes}][a-z\\d${lookalikes}-]*$`, 'i')

/** Whether a host has a label of look-alike letters, alone or among Latin letters, beside a label of Latin letters. */
function hasLookalikes(host: string): boolean {
  const labels = host.split('.')
  return labels.some((label) => isLookalike.test(label)) && labels.some((label) => /^[a-z\d-]+(?::\d+)?$/i.test(label))
}

export function findHidden({ text }: ScannedText): HiddenText[] {
  if (isAscii(text)) return []
  const found: HiddenText[] = []
  const collect = (kind: HiddenKind, pattern: RegExp, shown: (match: string) => string) => {
    for (const match of text.matchAll(pattern)) {
      const { index: start } = match
      if (kind === 'tags' && text.slice(0, start).endsWith(flag)) continue
      found.push({ kind, start, end: start + match[0].length, shown: shown(match[0]) })
      if (found.length >= 50) return
    }
  }
  collect('bidirectional', bidirectional, namesOf)
  // A single byte order mark at the beginning is common and does not match.
  collect('invisible', invisible, namesOf)
  collect('invisible-row', row, namesOf)
  collect('tags', tags, asciiOfTags)
  collect('mixed-scripts', mixed, (match) => match)
  for (const { index: start, 0: host } of text.matchAll(hostOfUrl)) {
    if (hasLookalikes(host)) found.push({ kind: 'lookalike-host', start, end: start + host.length, shown: host })
  }
  return found
}

/**
 * The decoded texts that a reader does not see: Unicode tags, base64 and hexadecimal, words with invisible characters,
 * and words in pieces.
 */
export function decodedTexts(source: ScannedText): ScannedText[] {
  const decoded = encodedTexts(source)
  const spelled = spelledOut(source.text)
  if (spelled !== undefined) decoded.push(derivedText(source, spelled.start, spelled.text, 'hidden'))
  const joined = joinedText(source)
  if (joined !== undefined) decoded.push(joined)
  const plainLetters = source.text.replaceAll(/&#(\d{2,3}|x[0-7][0-9a-f]);/gi, asciiOfEntity)
  if (source.text.length - plainLetters.length > 8) decoded.push(derivedText(source, 0, plainLetters, 'hidden'))
  if (!isAscii(source.text)) {
    for (const { kind, start, shown } of findHidden(source)) {
      if (kind === 'tags') decoded.push(derivedText(source, start, shown, 'hidden'))
    }
    const plain = source.text.replaceAll(anyUnseen, '')
    if (source.text.length - plain.length > 2) decoded.push(derivedText(source, 0, plain, 'hidden'))
  }
  return decoded
}

/** Source code with its split words joined, as in `'id_' + 'rsa'`, and its escaped letters decoded. */
function joinedText(source: ScannedText): ScannedText | undefined {
  const language = sourceLanguageOf(source)
  if (language === undefined) return undefined
  const plain = language === 'shell' ? wholeShellWords(source.text) : wholeWords(sameLetters(source.text, language))
  return plain === source.text ? undefined : derivedText(source, 0, plain, language)
}

/** Python treats bold and full-width letters in names like the plain letters. */
const sameLetters = (text: string, language: 'python' | 'javascript'): string =>
  language === 'python' ? text.normalize('NFKC') : text

const digitLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
}
/** Words with a space or another mark after each letter: `i g n o r e` and `i-g-n-o-r-e`. */
const spacedWords = /(?<![A-Za-z])(?:[A-Za-z]([ .*_-])(?:[A-Za-z]\1){1,40}[A-Za-z](?![A-Za-z])[ \t]{0,4}){2,200}/g
/** Words with digits in place of letters: `1gn0r3`. */
const digitWord = /\b(?=\w*[a-z])(?=\w*[013457])[a-z013457@$]{4,20}\b/gi
/** Per line. Honest lines contain names such as `utf8`, `s3` and `base64`, but only few of them. */
const fewestDigitWords = 3

/** The plain words of text whose spelling evades a search. */
function spelledOut(text: string): { readonly start: number; readonly text: string } | undefined {
  const spaced = [...text.matchAll(spacedWords)]
  const [first] = spaced
  if (first !== undefined) {
    const words = spaced.flatMap(([run, mark]) => run.split(mark === ' ' ? /[ \t]{2,}/ : /[ \t]+/))
    return { start: first.index, text: words.map((word) => word.replaceAll(/[^A-Za-z]/g, '')).join(' ') }
  }
  for (const line of text.matchAll(/[^\n]{12,2000}/g)) {
    const words = line[0].match(digitWord) ?? []
    const letters = words.filter((word) => /[a-z][013457]+[a-z]|^[013457][a-z]/i.test(word))
    if (letters.length < fewestDigitWords) continue
    return { start: line.index, text: line[0].replaceAll(/[013457@$]/g, (mark) => digitLetters[mark] ?? mark) }
  }
  return undefined
}

const wholeWords = (text: string): string =>
  text
    .replaceAll(/\\(?:x|u00|u\{0{0,4})([2-7][0-9a-f])\}?/gi, (written, code: string) => {
      const letter = String.fromCharCode(Number.parseInt(code, 16))
      // A decoded quote or backslash would end or change the surrounding text.
      return /["'`\\]/.test(letter) ? written : letter
    })
    .replaceAll(/(?<=["'][^"'\n]{1,8})(["'])\s{0,4}\+?\s{0,4}\1(?=[^"'\n])/g, '')

/** `c""url`, `c\\url`, `$(printf curl)`, `cu$@rl` and `curl${IFS}x` run curl. */
const wholeShellWords = (text: string): string =>
  text
    .replaceAll(/\\([01][0-7]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)))
    .replaceAll(/\$\(\s*(?:echo|printf)(?:\s+-\w+)?\s+["']?([\w./-]{1,40})["']?\s*\)/g, '$1')
    .replaceAll(/\$\{IFS\}|\$IFS(?:\$\d)?\b/g, ' ')
    .replaceAll(/(?<=\w)(?:""|''|\$@|\$\{@\}|\\(?=[a-z]{2}))(?=\w)/g, '')

/** The texts that base64, hexadecimal, escapes or character codes stand for, also several times over or compressed. */
export function encodedTexts(source: ScannedText): ScannedText[] {
  const decoded: ScannedText[] = []
  let budget = 256 * 1024
  for (const { start, text } of encodedIn(source.text, 0)) {
    if (decoded.length >= 50 || text.length > budget) break
    budget -= text.length
    decoded.push(derivedText(source, start, text, 'hidden'))
  }
  return decoded
}

type Encoded = { readonly start: number; readonly text: string }

/** How often a text may be encoded again. */
const maxLayers = 4

function* encodedIn(text: string, layer: number): Generator<Encoded> {
  // A run of more than 8,000 characters is decoded in pieces. Pieces suffice: a hidden command is short, and encoded
  // media does not decode to readable text.
  for (const { 0: run, index: start } of text.matchAll(/[A-Za-z0-9+/_-]{20,8000}={0,2}/g)) {
    yield* layersOf(Buffer.from(run, 'base64'), start, layer)
    if (/^(?:[0-9a-f]{2})+$/i.test(run)) yield* layersOf(Buffer.from(run, 'hex'), start, layer)
  }
  // Base64 that is wrapped into lines.
  for (const { 0: run, index: start } of text.matchAll(
    /(?<![\w+/=])(?:[A-Za-z0-9+/]{20,100}\r?\n[ \t]{0,20}){1,200}[A-Za-z0-9+/]{1,100}={0,2}(?![\w+/])/g,
  )) {
    yield* layersOf(Buffer.from(run.replaceAll(/\s/g, ''), 'base64'), start, layer)
  }
  for (const match of text.matchAll(/(?:\\x[0-9a-f]{2}){8,4000}/gi)) {
    yield* layersOf(Buffer.from(match[0].replaceAll('\\x', ''), 'hex'), match.index, layer)
  }
  for (const match of text.matchAll(/(?:\b\d{2,3}\s*,\s*){12,2000}\d{2,3}\b/g)) {
    const codes = match[0].split(',').map((code) => Number(code))
    if (codes.every((code) => code < 256)) yield* layersOf(Buffer.from(codes), match.index, layer)
  }
}

/** The text of printable ASCII bytes, if it contains a space or a path and is no single word, and the texts encoded in it. */
function* layersOf(bytes: Buffer, start: number, layer: number): Generator<Encoded> {
  const text = (inflated(bytes) ?? bytes).toString('latin1')
  if (!/^[\t\n\r -~]*$/.test(text)) return
  if (text.length >= 12 && /[a-z]{2}[ /.(]/i.test(text)) yield { start, text }
  if (layer + 1 >= maxLayers) return
  for (const inner of encodedIn(text, layer + 1)) yield { start, text: inner.text }
}

const maxInflated = 64 * 1024

/** The content of bytes that begin like zlib or gzip data. `undefined`: they are not compressed. */
function inflated(bytes: Buffer): Buffer | undefined {
  const [first] = bytes
  const inflate = first === 0x78 ? inflateSync : first === 0x1f ? gunzipSync : undefined
  try {
    return inflate?.(bytes, { maxOutputLength: maxInflated })
  } catch {
    return undefined
  }
}

/** `code`: decimal digits, or `x` and two hexadecimal ones. */
function asciiOfEntity(entity: string, code: string): string {
  const letter = String.fromCharCode(Number(`0${code}`))
  return /[a-z0-9 ]/i.test(letter) ? letter : entity
}

const asciiOfTags = (text: string): string =>
  [...text].map((character) => String.fromCharCode((character.codePointAt(0) ?? 0) - 0xe0000)).join('')

/** The code points of the first characters. */
const namesOf = (text: string): string =>
  [...text]
    .slice(0, 8)
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ')

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)
