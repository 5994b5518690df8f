import { MIMEType } from 'node:util'
import type { HeaderPairs } from './request-headers.ts'

/** Names as in `TextDecoder`, which maps Latin-1 and ASCII to windows-1252. */
const searchable = new Set(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])

/**
 * Whether the scrubber can search a response in its declared charset. A response without a charset counts as
 * searchable.
 */
export function isSearchable(headers: HeaderPairs): boolean {
  const types = headers.filter(([name]) => name.toLowerCase() === 'content-type').map(([, value]) => value)
  const charsets = types.flatMap((type) => charsetOf(type) ?? [])
  return charsets.every((charset) => searchable.has(encodingOf(charset)))
}

function charsetOf(type: string): string | null | undefined {
  try {
    return new MIMEType(type).params.get('charset')
  } catch {
    // Reads the charset even from an invalid content type.
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
