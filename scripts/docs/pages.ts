import packageJson from '../../package.json' with { type: 'json' }
import { dataModelPage } from './data-model.ts'
import { decisionIndex } from './decision-index.ts'
import { licencesPage } from './licences.ts'
import { requestWayPage } from './request-way.ts'
import { skillDocument } from './skill-settings.ts'

/** The files that are generated from the code for its readers and their tools, by the path from the project's root. */
export const generatedFiles: Readonly<Record<string, () => string>> = {
  'SKILL.md': () => skillDocument(),
  '.nvmrc': () => `${packageJson.dependencies.node}\n`,
  'docs/data-model.md': dataModelPage,
  'docs/decisions/README.md': decisionIndex,
  'docs/licences.md': licencesPage,
  'docs/request-way.md': requestWayPage,
}
