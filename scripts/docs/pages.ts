import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { remedies } from '#lib/platform/server/env/variables.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { root } from '../steps.ts'
import { dataModelPage } from './data-model.ts'
import { decisionIndex } from './decision-index.ts'
import { licencesPage } from './licences.ts'
import { requestWayPage } from './request-way.ts'

const begin = '<!-- npm run docs: settings -->'
const end = '<!-- end -->'

/** SKILL.md with one line for each setting, so that an agent that deploys the app needs no other document. */
function skillDocument(text = readFileSync(join(root, 'SKILL.md'), 'utf8')): string {
  const [before, rest] = text.split(`${begin}\n`)
  const after = rest?.split(end).slice(1).join(end)
  if (after === undefined) throw new Error(`SKILL.md has no ${begin}`)
  const rows = Object.entries(remedies).map(([name, remedy]) => `- \`${name}\`: ${remedy}`)
  return `${before}${begin}\n${rows.join('\n')}\n${end}${after}`
}

/** The files that are generated from the code for its readers and their tools, by the path from the project's root. */
export const generatedFiles: Readonly<Record<string, () => string>> = {
  'SKILL.md': () => skillDocument(),
  '.nvmrc': () => `${packageJson.dependencies.node}\n`,
  'docs/data-model.md': dataModelPage,
  'docs/decisions/README.md': decisionIndex,
  'docs/licences.md': licencesPage,
  'docs/request-way.md': requestWayPage,
}
