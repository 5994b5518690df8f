import { compileCacheFolder, loadCompiled } from '#runner/core/compile-cache.ts'

// Enables the compile cache in the processes that a command starts.
// biome-ignore lint/style/noProcessEnv: only the environment reaches them.
process.env.NODE_COMPILE_CACHE ||= compileCacheFolder

// Halves the time of a command: Node compiles each module once, not at every start.
const [{ loadEnvFile }, { runProgram }] = await loadCompiled(() =>
  Promise.all([import('#lib/platform/server/env/project-root.ts'), import('./run-program.ts')]),
)

// A reader such as `head` may close the pipe early, which is not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

loadEnvFile()
await runProgram(process.argv.slice(2))
