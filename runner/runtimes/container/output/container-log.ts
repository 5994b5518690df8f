import { createRedactionStream } from '../../../redact/redact.ts'
import type { LogLine } from '../messages.ts'
import type { ContainerStream } from './demux.ts'

/** Of both streams together; what comes after is left out, and said to be. */
const mostBytes = 64 * 1024
const mostLines = 1000
const piecesOfLine = /.{1,4096}/gsu
const levels = { stdout: 'info', stderr: 'warn' } as const

export type ContainerLog = {
  /** Takes what a program printed beside its output. */
  take(stream: ContainerStream, bytes: Uint8Array): void
  /** All of it, stdout first, redacted. Nothing may be taken afterwards. */
  lines(): LogLine[]
}

/** What a program prints, for the operator's log: bounded, in whole lines, without what looks like a credential. */
export function createContainerLog(): ContainerLog {
  const streams = { stdout: createText(), stderr: createText() }
  let taken = 0
  let leftOut = 0

  return {
    take(stream, bytes) {
      const some = bytes.subarray(0, Math.max(0, mostBytes - taken))
      leftOut += bytes.length - some.length
      if (some.length === 0) return
      taken += some.length
      streams[stream].add(some)
    },
    lines() {
      const lines = (['stdout', 'stderr'] as const).flatMap((stream) =>
        streams[stream].lines().map((text): LogLine => ({ level: levels[stream], text })),
      )
      const left = lines.splice(mostLines).length
      if (leftOut + left > 0) {
        lines.push({ level: 'warn', text: `The log is full: ${left} lines and ${leftOut} bytes more are dropped` })
      }
      return lines
    },
  }
}

function createText() {
  const decoder = new TextDecoder()
  const redaction = createRedactionStream()
  const parts: string[] = []
  return {
    add: (bytes: Uint8Array) => {
      parts.push(redaction.push(decoder.decode(bytes, { stream: true })))
    },
    lines: (): string[] => {
      parts.push(redaction.push(decoder.decode()), redaction.end())
      return parts
        .join('')
        .split(/\r?\n/)
        .filter((line) => line !== '')
        .flatMap((line) => line.match(piecesOfLine) ?? [])
    },
  }
}
