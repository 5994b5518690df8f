import { Lang, parse } from '@ast-grep/napi'
import { isTooLarge } from '../core/parse-source.ts'

/** In characters. */
const longestSource = 128 * 1024

/**
 * Whether an entry counts as a voice agent's `handler.js`, a CommonJS function of (params, context): it assigns
 * `module.exports` and has no `export`.
 */
export function isLegacyHandler(entry: string, files: ReadonlyMap<string, Uint8Array>): boolean {
  const bytes = /(^|\/)handler\.js$/.test(entry) ? files.get(entry) : undefined
  if (bytes === undefined) return false
  const source = Buffer.from(bytes).toString('utf8')
  if (source.length > longestSource || isTooLarge(source)) return false
  const root = parse(Lang.JavaScript, source).root()
  return root.find('module.exports = $HANDLER') !== null && root.find({ rule: { kind: 'export_statement' } }) === null
}
