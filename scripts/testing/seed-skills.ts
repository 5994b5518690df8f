import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { need } from './needs.ts'

/**
 * The voice agent's document, which contains two skills as text. It is next to the reference data. Undefined: it is
 * missing.
 */
const seed = readSeed()

export const needsSeed = need(
  seed !== undefined,
  'the reference documents',
  'set TRAVEL_REFERENCE_DATA to a folder beside them',
)

/** The SKILL.md and the handler.js of a skill in the document. */
export function seedSkill(name: 'calendar' | 'send-message'): { readonly skillMd: string; readonly handler: string } {
  const heading = { calendar: '## Calendar Skill', 'send-message': '## Send Message Skill' }[name]
  const part = (seed ?? '').split(heading)[1] ?? ''
  const [, skillMd = ''] = /```yaml\n([\s\S]*?)```/.exec(part) ?? []
  const [, handler = ''] = /```js\n([\s\S]*?)```/.exec(part) ?? []
  return { skillMd, handler }
}

function readSeed(): string | undefined {
  const data = process.env.TRAVEL_REFERENCE_DATA
  if (data === undefined) return undefined
  try {
    return readFileSync(join(data, '..', 'seeds', '003_78dedb0f2bec8a64.txt'), 'utf8')
  } catch {
    return undefined
  }
}
