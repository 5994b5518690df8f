const quote = 0x22
const comma = 0x2c
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

/** How many values a JSON text has at most, those included that others are made of. */
export function jsonValues(json: string): number {
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at)
    if (char === quote) at = endOfString(json, at)
    else if (char === comma || openings.has(char)) values += 1
  }
  return values
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json.charCodeAt(at) !== quote) at += json.charCodeAt(at) === backslash ? 2 : 1
  return at
}
