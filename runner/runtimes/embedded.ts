import { createPythonRuntime } from './python/create-python-runtime.ts'
import { createQuickJsRuntime } from './quickjs/create-quickjs-runtime.ts'
import type { Runtime, StartOptions } from './runtime.ts'

/** How each runtime starts that needs nothing outside this process. */
const starts: readonly ((options: StartOptions) => Promise<Runtime>)[] = [createQuickJsRuntime, createPythonRuntime]

/** Starts the runtimes of this process. `opened` closes them. */
export async function startEmbeddedRuntimes(
  options: StartOptions,
  opened: AsyncDisposableStack,
): Promise<readonly Runtime[]> {
  const all: Runtime[] = []
  for (const start of starts) all.push(opened.use(await start(options)))
  return all
}
