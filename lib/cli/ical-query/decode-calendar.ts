import { isUtf8 } from 'node:buffer'

/**
 * The text of a calendar file: in UTF-8, UTF-16 or, as old programs write it, in Windows' Western European encoding. Folds
 * are undone first, because some programs split the bytes of a letter between two lines.
 */
export function decodeCalendar(bytes: Buffer): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  const unfolded = unfold(bytes)
  return new TextDecoder(isUtf8(unfolded) ? 'utf-8' : 'windows-1252').decode(unfolded)
}

/** Whether lines in UTF-8 can be added to a file. */
export const takesUtf8 = (bytes: Buffer): boolean => utf16Of(bytes) === undefined && isUtf8(unfold(bytes))

const unfold = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n[ \t]/g, ''), 'latin1')

function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}
