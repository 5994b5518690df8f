import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'
import type { Services } from '../compose.ts'
import { compose } from '../compose.ts'
import type { ComposeOptions } from '../open-base.ts'

/** Opens the app's services until `stack` is disposed, with their own database and data, and without containers. */
export async function openServices(
  stack: AsyncDisposableStack,
  variables: Readonly<Record<string, string>> = {},
  options: Pick<ComposeOptions, 'skillsDir' | 'suppressions' | 'skillsFirst'> = {},
): Promise<Services> {
  const database = stack.use(await createCheckedDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-test-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const env = readEnv({
    ...database.settings,
    TRAVEL_DATA_DIR: dataDir,
    TRAVEL_WORKERS: '1',
    TRAVEL_CONTAINER_RUNTIME: 'off',
    ...variables,
  })
  const log = createLogger({ level: 'silent' })
  return stack.use(await compose({ env, projectRoot: findProjectRoot(), log, ...options }))
}
