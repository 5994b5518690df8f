import { statSync } from 'node:fs'
import { join } from 'node:path'
import { modeText } from '#runner/private-path.ts'

/** A sentence when other users can read the project's `.env`, which may hold keys and passwords. It is the operator's: it stays as it is. */
export function openEnvFile(projectRoot: string): string | undefined {
  if (process.getuid === undefined) return undefined
  const path = join(projectRoot, '.env')
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  if ((mode & 0o077) === 0) return undefined
  return `Other users can use ${path} (mode ${modeText(mode)}), which may hold keys and passwords: run chmod 600 ${path}.`
}
