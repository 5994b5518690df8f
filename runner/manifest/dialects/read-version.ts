import coerce from 'semver/functions/coerce.js'
import valid from 'semver/functions/valid.js'
import { quoted } from '../../core/quoted.ts'
import type { Path } from './dialect.ts'
import type { Draft } from './draft.ts'

/**
 * Reads a version. Refuses a number, because YAML reads an unquoted `1.0` as the number 1, which is another version.
 *
 * @param source the value as it was written
 */
export function readVersion(value: unknown, from: Path, draft: Draft, source: string | undefined): void {
  if (value === undefined) return
  if (typeof value !== 'string') {
    const written = typeof value === 'number' ? (source ?? String(value)).slice(0, 60) : '1.0.0'
    const message = typeof value === 'number' ? `is the number ${value}, but a version is text` : 'is not text'
    draft.refuse(from, message, `put it in quotes: version: "${written}"`, 'value')
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
  if (whole !== value) draft.note(from, `${quoted(value)} is read as ${whole}`, `write "${whole}"`)
}
