import { MIMEType } from 'node:util'
import type { HeaderPairs } from './request-headers.ts'

/** As `TextDecoder` names them. Latin-1 and ASCII are windows-1252 there. */
const searchable = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

/** Whether a credential would be found in an answer, by the charset that its server names. None is one of those. */
export function isSearchable(headers: HeaderPairs): boolean {
  const types = headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, value]) => value)
  const charsets = types.flatMap((type) => charsetOf(type) ?? [])
  return charsets.every((charset) => searchable.has(encodingOf(charset)))
}

function charsetOf(type: string): string | undefined {
  try {
    return new MIMEType(type).params.get('charset') ?? undefined
  } catch {
    // No type that is one: what it says of a charset counts all the same.
    return /charset\s*=\s*"?([^\s";,]*)/i.exec(type)?.[1]
  }
}

function encodingOf(charset: string): string {
  try {
    return new TextDecoder(charset.trim()).encoding
  } catch {
    return ''
  }
}
