import { StringDecoder } from 'node:string_decoder'

type Stream = 'stdout' | 'stderr'

/** Lines of one stream travel together as one log entry, because each entry is a message to the main thread. */
const batchCharacters = 2000
/** A longer line is cut into entries. */
const maxLineCharacters = 16 * 1024

/** Collects what a guest prints, and gives it to `record` in order, as complete lines. */
export function createPrinted(record: (stream: Stream, text: string) => void) {
  const decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') }
  const rest = { stdout: '', stderr: '' }
  let last: Stream = 'stdout'

  const lines = (stream: Stream) => {
    const text = rest[stream]
    const at = text.lastIndexOf('\n')
    if (at < 0 && text.length < maxLineCharacters) return
    rest[stream] = at < 0 ? '' : text.slice(at + 1)
    record(stream, at < 0 ? text : text.slice(0, at))
  }

  return {
    print: (stream: Stream, bytes: Buffer) => {
      if (stream !== last) lines(last)
      last = stream
      // In pieces, because the end of a text that waits for the rest of its line keeps the whole text in memory.
      for (let at = 0; at < bytes.length; at += maxLineCharacters) {
        rest[stream] += decoders[stream].write(bytes.subarray(at, at + maxLineCharacters))
        if (rest[stream].length >= batchCharacters) lines(stream)
      }
    },
    /** Records the complete lines. */
    flush: () => lines(last),
    /** Records everything, at the end. */
    end: () => {
      for (const stream of ['stdout', 'stderr'] as const) {
        lines(stream)
        const text = rest[stream] + decoders[stream].end()
        if (text !== '') record(stream, text)
        rest[stream] = ''
      }
    },
  }
}
