import { SourceMap } from 'node:module'
import type { SkillProgram } from '../core/skill.ts'

/** Every runtime uses the file name `skill.js` for a bundle. */
const place = /\bskill\.js:(\d{1,7}):(\d{1,7})/g

/** Parsed on first use, because most executions have no position to translate. */
const maps = new WeakMap<SkillProgram, SourceMap>()

/** Replaces bundle positions in a text, such as `skill.js:10:42`, with positions in the source files. */
export function withSourcePlaces(text: string, program: SkillProgram): string {
  if (program.kind !== 'bundle' || program.sourceMap === undefined) return text
  const { sourceMap } = program
  return text.replace(place, (whole, line: string, column: string) => {
    const map = maps.get(program) ?? new SourceMap(JSON.parse(sourceMap))
    maps.set(program, map)
    const origin = map.findOrigin(Number(line), Number(column))
    return 'fileName' in origin
      ? `${origin.fileName.replace(/^skill:/, '')}:${origin.lineNumber}:${origin.columnNumber}`
      : whole
  })
}
