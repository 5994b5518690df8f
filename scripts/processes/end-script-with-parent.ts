// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, with its types beside it
import { createOrphanCheck } from './orphan-check.mjs'

const pollMs = 300

/**
 * Sends this process a SIGTERM when its parent process ends for any reason, or when the reader of its output closes the
 * pipe.
 */
export function endWithParent(): void {
  const end = () => {
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }
  const isOrphan = createOrphanCheck()
  const watch = setInterval(() => isOrphan() && end(), pollMs)
  watch.unref()
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      end()
    })
  }
}
