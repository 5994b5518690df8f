import { join } from 'node:path'

/** Next bundles code, not rules: they are read from the project. */
export const rulesFolder = (projectRoot: string): string => join(projectRoot, 'runner/gates/rules')
