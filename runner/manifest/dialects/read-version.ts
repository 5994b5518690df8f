import coerce from 'semver/functions/coerce.js'
import valid from 'semver/functions/valid.js'
import { quoted } from '../../core/quoted.ts'
import type { Path } from './dialect.ts'
import type { Draft } from './draft.ts'

/**
 * Reads a version. YAML reads an unquoted `1.10` as the number 1.1, which is another version: the text counts.
 *
 * @param source the value as it was written; `undefined` if only YAML's value of it is known
 */
export function readVersion(given: unknown, from: Path, draft: Draft, source: string | undefined): void {
  if (given === undefined) return
  const value = typeof given === 'number' ? source : given
  if (typeof value !== 'string') {
    draft.note(from, 'is not text, so that 0.0.0 is used', 'put it in quotes: version: "1.0.0"')
    return
  }
  const exact = valid(value)
  if (exact !== null) {
    draft.set(['version'], value.trim().replace(/^[v=]+/, ''), from)
    return
  }
  const whole = /^v?\d{1,9}(\.\d{1,9})?$/.test(value) ? coerce(value)?.version : undefined
  if (whole === undefined) {
    draft.note(
      from,
      `${quoted(value)} is not a version, so that 0.0.0 is used`,
      'write a semantic version like "0.1.0"',
    )
    return
  }
  draft.set(['version'], whole, from)
  const what =
    typeof given === 'number'
      ? `is a number, and is read as the text ${quoted(value)}: version`
      : `${quoted(value)} is read as`
  draft.note(from, `${what} ${whole}`, `write "${whole}"`)
}
