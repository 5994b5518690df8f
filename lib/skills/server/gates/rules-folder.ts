import { join } from 'node:path'

/** Next does not bundle the rules, so they are read from the project's folder. */
export const rulesFolder = (projectRoot: string): string => join(projectRoot, 'gates/rules')
