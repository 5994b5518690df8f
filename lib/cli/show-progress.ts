import { oneLine } from '#runner/contract/hidden-text.ts'
import type { Progress } from '#runner/runtimes/container/images/build-image.ts'

type Output = { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number }

const clearLine = '\r\u001b[K'
const narrow = 80

/** Prints each step on a line with its time. On a terminal, the label shows the current detail while the step runs. */
export function showProgress(output: Output): Progress {
  let label = ''
  return {
    step: async (text, work) => {
      const startedAt = performance.now()
      const elapsed = () => `${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`
      label = `${text} …`
      output.write(label)
      const again = output.isTTY ? `${clearLine}${label}` : ''
      try {
        const result = await work()
        output.write(`${again} ${elapsed()}`)
        return result
      } catch (error) {
        output.write(`${again} failed after ${elapsed()}`)
        throw error
      }
    },
    detail: (text) => {
      if (!output.isTTY) return
      const room = Math.max(0, (output.columns ?? narrow) - label.length - 3)
      // The detail is output of the container engine or a program: one line without control characters.
      output.write(`${clearLine}${label} ${oneLine(text).slice(0, room)}`)
    },
  }
}
