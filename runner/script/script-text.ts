/** In bytes. */
const longestScript = 256 * 1024

/** Why a text cannot be a script, checked without parsing. `undefined`: no problem found. */
export function scriptTextProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty: send the code to run'
  if (Buffer.byteLength(text) > longestScript)
    return `is larger than ${longestScript / 1024} KB: send less code, and let it fetch its data`
  if (!text.isWellFormed() || text.includes('\0')) return 'is not text: send UTF-8 without NUL characters'
  return undefined
}
