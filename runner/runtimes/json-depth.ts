const quote = 0x22
const backslash = 0x5c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/** How deep the arrays and objects of a JSON text are nested, without parsing it. */
export function jsonDepth(json: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at)
    if (char === quote) at = endOfString(json, at)
    else if (openings.has(char)) {
      depth += 1
      deepest = Math.max(deepest, depth)
    } else if (closings.has(char)) depth -= 1
  }
  return deepest
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}
