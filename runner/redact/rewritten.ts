import { type Escapes, leads } from './escapes.ts'
import { type Edit, edited, gapUnit, type Layer, mayContain, nothing } from './layer.ts'

/**
 * The text with all its escapes of one kind decoded, for each kind that it contains: for decoders whose digits include
 * the first characters of escapes. Leaves out what is more than `reach` units from an escape.
 */
export function unescaped({ units, ...places }: Layer, escapes: Escapes, reach: number): readonly Layer[] {
  return leads.flatMap((lead) => {
    const edits: Edit[] = []
    let last = -reach
    const leaveOut = (to: number) => {
      if (to > last + reach) edits.push({ start: last + reach, end: to, unit: gapUnit })
    }
    for (const at of escapes.places) {
      if (units[at] !== lead || at < last) continue
      const reading = escapes.read(at).find(({ levels }) => levels === 1)
      if (reading === undefined) continue
      leaveOut(at - reach)
      edits.push({ start: at, end: reading.end, unit: reading.unit })
      last = reading.end
    }
    if (edits.length === 0) return []
    leaveOut(units.length)
    return [edited({ units, ...places }, edits)]
  })
}

const [newline, carriageReturn, space, tab] = [0x0a, 0x0d, 0x20, 0x09]

/** The text without the zeros of UTF-16. */
export const withoutZeros = (layer: Layer): Layer =>
  layer.units.includes(0) ? without(layer, (unit) => unit === 0) : layer

/** The text without line breaks and the blanks after them. */
export const joined = (layer: Layer): Layer =>
  mayContain(layer.units, newline, carriageReturn) ? without(layer, isLineEnd, isBlank) : layer

/** Leaves out each unit that `begins`, with the units after it that `follow`. */
function without(layer: Layer, begins: (unit: number) => boolean, follow = begins): Layer {
  const { units } = layer
  const edits: Edit[] = []
  for (let at = 0; at < units.length; ) {
    const start = at
    at += 1
    if (!begins(units[start] ?? 0)) continue
    while (at < units.length && follow(units[at] ?? 0)) at += 1
    edits.push({ start, end: at, unit: nothing })
  }
  return edited(layer, edits)
}

const isLineEnd = (unit: number): boolean => unit === newline || unit === carriageReturn
const isBlank = (unit: number): boolean => isLineEnd(unit) || unit === space || unit === tab
