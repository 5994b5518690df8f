import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { remedies } from '#lib/platform/server/env/variables.ts'
import { root } from '../steps.ts'

const begin = '<!-- npm run docs: settings -->'
const end = '<!-- end -->'

/** SKILL.md with one line for each setting, so that an agent that deploys the app needs no other document. */
export function skillDocument(text = readFileSync(join(root, 'SKILL.md'), 'utf8')): string {
  const [before, rest] = text.split(`${begin}\n`)
  const after = rest?.split(end).slice(1).join(end)
  if (after === undefined) throw new Error(`SKILL.md has no ${begin}`)
  const rows = Object.entries(remedies).map(([name, remedy]) => `- \`${name}\`: ${remedy}`)
  return `${before}${begin}\n${rows.join('\n')}\n${end}${after}`
}
