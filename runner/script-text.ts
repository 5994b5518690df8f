/** In bytes. */
const longestScript = 256 * 1024

/** Why a text cannot be a script, before anything parses it; `undefined`: it can. */
export function scriptTextProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty'
  if (Buffer.byteLength(text) > longestScript) return `is larger than ${longestScript / 1024} KB`
  if (!text.isWellFormed() || text.includes('\0')) return 'is not valid text'
  return undefined
}
