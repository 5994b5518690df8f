import type { Duplex } from 'node:stream'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { ContainerGateway } from './gateway.ts'

const lengthBytes = 2
/** A longer message is not a valid query, so the stream is closed. */
const maxMessageBytes = 4096

/**
 * Answers DNS messages on a stream, each with a two-byte length prefix (RFC 1035, 4.2.2). Applies back-pressure while
 * answers are not read, and yields to other work after each message. Closes a malformed stream.
 */
export async function serveDns(gateway: Pick<ContainerGateway, 'resolve'>, stream: Duplex): Promise<void> {
  let pending: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of stream) {
      pending = Buffer.concat([pending, chunk])
      while (pending.length >= lengthBytes) {
        const end = lengthBytes + pending.readUInt16BE(0)
        if (end > lengthBytes + maxMessageBytes) return
        if (pending.length < end) break
        await write(stream, framed(gateway.resolve(pending.subarray(lengthBytes, end))))
        pending = pending.subarray(end)
        await turnOfTheEventLoop()
      }
    }
  } catch {
    // The stream broke, so there is no client to answer.
  } finally {
    stream.destroy()
  }
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(lengthBytes + message.length)
  frame.writeUInt16BE(message.length, 0)
  frame.set(message, lengthBytes)
  return frame
}

function write(stream: Duplex, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}
