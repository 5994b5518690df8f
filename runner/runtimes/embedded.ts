import { createQuickJsRuntime } from './quickjs/create-quickjs-runtime.ts'
import type { Runtime, StartOptions } from './runtime.ts'

/** How each runtime starts that needs nothing outside this process. */
const starts: readonly ((options: StartOptions) => Promise<Runtime>)[] = [createQuickJsRuntime]

export type EmbeddedRuntimes = AsyncDisposable & {
  readonly all: readonly Runtime[]
  /** Rejects unless each of them works. */
  probe(): Promise<void>
}

/** Starts the runtimes of this process. */
export async function startEmbeddedRuntimes(options: StartOptions): Promise<EmbeddedRuntimes> {
  await using opened = new AsyncDisposableStack()
  const all: Runtime[] = []
  for (const start of starts) all.push(opened.use(await start(options)))
  const acquired = opened.move()
  return {
    all,
    async probe() {
      await Promise.all(all.map((runtime) => runtime.probe()))
    },
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}
