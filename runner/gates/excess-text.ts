import { fileKindOf } from './file-kind.ts'

const mb = 1024 * 1024

/** More text or code than people write for a skill, and than the gates read within seconds. */
const textBounds = { textBytes: 12 * mb, codeBytes: 4 * mb } as const

/** What of a skill is too much to be checked. `undefined`: nothing. */
export function excessText(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  let [text, code] = [0, 0]
  for (const [file, bytes] of files) {
    const kind = fileKindOf(file, bytes)
    if (kind.kind !== 'text') continue
    text += bytes.length
    if (kind.language === 'python' || kind.language === 'javascript') code += bytes.length
  }
  if (code > textBounds.codeBytes) return `more than ${textBounds.codeBytes / mb} MB of source code`
  return text > textBounds.textBytes ? `more than ${textBounds.textBytes / mb} MB of text` : undefined
}
