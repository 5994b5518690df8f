import { enableCompileCache } from 'node:module'
import { compileCacheFolder } from '../env/compile-cache-folder.ts'

// Halves the time of a command: Node compiles each module once, not at every start. It only helps modules that load later.
enableCompileCache(compileCacheFolder)
const [{ CommanderError }, { loadEnvFile }, { isExpectedFailure }, { createProgram }] = await Promise.all([
  import('commander'),
  import('../env/load-env-file.ts'),
  import('./expected-failure.ts'),
  import('./program.ts'),
])

// A reader such as `head` may close the pipe early: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  loadEnvFile()
  await (await createProgram(process.argv.slice(2))).parseAsync()
} catch (error) {
  // Commander has already printed its message.
  if (error instanceof CommanderError) process.exitCode = error.exitCode
  else if (isExpectedFailure(error)) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  } else throw error
}
