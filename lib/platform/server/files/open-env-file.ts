import { statSync } from 'node:fs'
import { join } from 'node:path'
import { modeText } from '#runner/core/private-path.ts'

/**
 * Warns if other users can read the project's `.env`, which may hold keys and passwords. Does not change the operator's
 * file.
 */
export function openEnvFile(projectRoot: string): string | undefined {
  if (process.getuid === undefined) return undefined
  const path = join(projectRoot, '.env')
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return undefined
  return `Other users can access ${path} (mode ${modeText(mode)}), which may hold keys and passwords: run chmod 600 ${path}.`
}
