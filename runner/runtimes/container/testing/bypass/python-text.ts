/** A Python literal with the same characters, one byte each. */
export function pythonText(bytes: string): string {
  const escaped = [...bytes].map((char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
  return `'${escaped.join('')}'`
}
