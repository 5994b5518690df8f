import { extname } from 'node:path'
import type { Language } from './rule.ts'

export type FileKind =
  | {
      readonly kind: 'text'
      readonly language: Language | 'markdown' | 'html'
      /** Whether it contains NUL bytes. Most programs skip them; others take the file for media because of them. */
      readonly hasNul: boolean
    }
  | { readonly kind: 'archive' | 'compiled' | 'document' | 'media' }

/** Looks words up in a table of kinds, each with its words. */
const byWord = <Kind>(rows: readonly (readonly [kind: Kind, words: string])[]): ReadonlyMap<string, Kind> =>
  new Map(rows.flatMap(([kind, words]) => words.split(' ').map((word): [string, Kind] => [word, kind])))

const byExtension = byWord<Language | 'markdown' | 'html'>([
  ['markdown', '.md .markdown .mdx .mdc'],
  ['prose', '.txt .rst .adoc'],
  ['prose', ''],
  ['html', '.html .htm .svg .xml'],
  ['shell', '.sh .bash .zsh .fish .command .ps1 .bat .cmd'],
  ['python', '.py .pyw'],
  ['javascript', '.js .mjs .cjs .ajs .jsx .ts .mts .cts .tsx'],
  ['config', '.json .jsonc .json5 .yaml .yml .toml .ini .cfg .env .plist .service'],
])
const byName = byWord<Language>([
  ['shell', 'dockerfile containerfile makefile justfile .bashrc .zshrc .profile'],
  ['config', '.env .npmrc'],
])
const byInterpreter: readonly (readonly [RegExp, Language])[] = [
  [/\b(?:ba|z|da|k|fi)?sh\b/, 'shell'],
  [/\bpython/, 'python'],
  [/\b(?:node|bun|deno|tsx)\b/, 'javascript'],
]

/** The bytes at the beginning of a file, as Latin-1 text. */
const signatures: readonly (readonly [string, 'archive' | 'compiled' | 'media'])[] = [
  ['\x7fELF', 'compiled'],
  ['MZ', 'compiled'],
  ['\xfe\xed\xfa', 'compiled'],
  ['\xcf\xfa\xed\xfe', 'compiled'],
  ['\xce\xfa\xed\xfe', 'compiled'],
  ['\xca\xfe\xba\xbe', 'compiled'],
  ['\0asm', 'compiled'],
  ['dex\n', 'compiled'],
  ['PK\x03\x04', 'archive'],
  ['PK\x05\x06', 'archive'],
  ['\x1f\x8b', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['Rar!', 'archive'],
  ['\x28\xb5\x2f\xfd', 'archive'],
  ['!<arch>', 'archive'],
  ['xar!', 'archive'],
]
/** Office documents and e-books, which are ZIP files inside. */
const documents = ['.docx', '.xlsx', '.pptx', '.docm', '.xlsm', '.pptm', '.odt', '.ods', '.odp', '.epub']
const compiledNames = '.pyc .pyo .so .dylib .dll .exe .msi .scr .class .jar .node .wasm .pkl .pickle .joblib'.split(' ')

/** The mark of a tar archive, which follows the name of its first file. */
const tarMark = { at: 257, text: 'ustar' } as const

/** The kind of a file, by its first bytes, then by its name. A file name never turns a program into a document. */
export function fileKindOf(path: string, bytes: Uint8Array): FileKind {
  const extension = extname(path).toLowerCase()
  const head = Buffer.from(bytes.subarray(0, 512)).toString('latin1')
  const known = signatures.find(([signature]) => head.startsWith(signature))?.[1]
  if (known === 'archive') return { kind: documents.includes(extension) ? 'document' : 'archive' }
  // A text can begin with "MZ" too, but has no NUL bytes.
  if (known === 'compiled' && (!head.startsWith('MZ') || bytes.includes(0))) return { kind: 'compiled' }
  if (head.startsWith(tarMark.text, tarMark.at)) return { kind: 'archive' }
  if ((isPickle(head) && bytes.at(-1) === 0x2e) || isPythonBytecode(head)) return { kind: 'compiled' }
  const hasNul = hasNulBytes(bytes)
  if (hasNul && !isMostlyText(bytes)) return { kind: compiledNames.includes(extension) ? 'compiled' : 'media' }
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const interpreter = head.startsWith('#!') ? head.slice(2, head.indexOf('\n')) : ''
  const language =
    byInterpreter.find(([pattern]) => pattern.test(interpreter))?.[1] ??
    byName.get(name) ??
    (name.startsWith('.env') ? 'config' : byExtension.get(extension)) ??
    'other'
  return { kind: 'text', language, hasNul }
}

/** A Python pickle of protocol 2 to 5, which ends with a dot. Loading a pickle can call functions. */
const isPickle = (head: string): boolean =>
  head.startsWith('\x80') && ['\x02', '\x03', '\x04', '\x05'].includes(head.charAt(1))

/** The code of a `.pyc` file of Python 3, whatever its name: its version, CR, LF, and flags of which two bytes are zero. */
const isPythonBytecode = (head: string): boolean =>
  ['\x0c', '\x0d', '\x0e', '\x0f'].includes(head.charAt(1)) && head.startsWith('\r\n', 2) && head.startsWith('\0\0', 6)

/** Whether there are NUL bytes anywhere. UTF-16 text, which begins with a byte order mark, does not count. */
function hasNulBytes(bytes: Uint8Array): boolean {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return !isUtf16 && bytes.includes(0)
}

/** The largest share of control bytes in text, not counting NUL. Of random bytes, one in ten is a control byte. */
const maxControls = 0.02
const sampleBytes = 64 * 1024

function isMostlyText(bytes: Uint8Array): boolean {
  let [all, controls] = [0, 0]
  for (const byte of bytes.subarray(0, sampleBytes)) {
    if (byte === 0) continue
    all += 1
    if ((byte < 32 && !isSpace(byte)) || byte === 127) controls += 1
  }
  return all > 0 && controls <= all * maxControls
}

/** Tab, line feed, form feed and carriage return. */
const isSpace = (byte: number): boolean => byte === 9 || byte === 10 || byte === 12 || byte === 13

/** The text of a file without NUL characters. Reads UTF-16, and accepts invalid bytes. */
export function textOf(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes).replaceAll('\0', '')
}
