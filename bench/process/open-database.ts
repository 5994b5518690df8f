import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acquireDatabase } from '../../lib/platform/server/db/acquire-database.ts'
import { applyMigrations } from '../../lib/platform/server/db/migrate.ts'

type BenchDatabase = AsyncDisposable & { readonly url: string }

/** A temporary database for a bench. It syncs to disk like a real installation. */
export async function openDatabase(): Promise<BenchDatabase> {
  await using opened = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-bench-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  // If root starts the server, it runs as another user, which must be able to enter this folder.
  await chmod(dataDir, 0o711)
  const { url } = opened.use(await acquireDatabase({ dataDir }))
  await applyMigrations(url)
  const stack = opened.move()
  return { url, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
