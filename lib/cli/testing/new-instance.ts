import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCheckedDatabase } from '#lib/skills/server/registry/testing/checked-database.ts'

/** An instance of its own for commands: a database, a folder with an empty configuration, and the variables that name them. */
export async function createInstance() {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await createCheckedDatabase())
  const folder = await mkdtemp(join(tmpdir(), 'travel-instance-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'travel.config.json'), '{}')
  const variables: Readonly<Record<string, string>> = {
    ...database.settings,
    TRAVEL_DATA_DIR: join(folder, 'data'),
    TRAVEL_CONFIG: join(folder, 'travel.config.json'),
    TRAVEL_CONTAINER_RUNTIME: 'off',
    LOG_LEVEL: 'silent',
  }
  const whole = opened.move()
  return { folder, variables, database, [Symbol.asyncDispose]: () => whole.disposeAsync() }
}
