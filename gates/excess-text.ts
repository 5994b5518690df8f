import { fileKindOf } from './file-kind.ts'

const mb = 1024 * 1024

/** More than people write for a skill, and more than the gates can check within seconds. */
const textBounds = { textBytes: 12 * mb, codeBytes: 4 * mb } as const

/** Describes the text or code that exceeds a bound. `undefined`: the skill is within both bounds. */
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
