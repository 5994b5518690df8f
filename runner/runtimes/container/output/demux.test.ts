import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ContainerStream, createDemux } from './demux.ts'

const numbers = { stdout: 1, stderr: 2 } as const

function frame(stream: ContainerStream, content: Uint8Array): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt8(numbers[stream], 0)
  header.writeUInt32BE(content.length, 4)
  return Buffer.concat([header, content])
}

function demux(chunks: readonly Buffer[]) {
  const streams = { stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) }
  const demuxer = createDemux((stream, bytes) => {
    streams[stream] = Buffer.concat([streams[stream], bytes])
  })
  for (const chunk of chunks) demuxer(chunk)
  return streams
}

test('keeps the bytes of each stream in order, however the frames are split', () => {
  const content = fc.tuple(fc.constantFrom('stdout' as const, 'stderr' as const), fc.uint8Array({ maxLength: 50 }))
  fc.assert(
    fc.property(fc.array(content, { maxLength: 10 }), fc.integer({ min: 1, max: 20 }), (frames, size) => {
      const whole = Buffer.concat(frames.map(([stream, bytes]) => frame(stream, bytes)))
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
        whole.subarray(index * size, (index + 1) * size),
      )
      const of = (stream: ContainerStream) =>
        Buffer.concat(frames.filter(([name]) => name === stream).map(([, bytes]) => bytes))
      expect(demux(chunks)).toEqual({ stdout: of('stdout'), stderr: of('stderr') })
    }),
  )
})

test('reads a hundred thousand one-byte frames in one chunk', () => {
  const one = frame('stdout', Buffer.from('x'))
  expect(() => createDemux(() => {})(Buffer.alloc(one.length * 100_000, one))).not.toThrow()
})

test('rejects a frame of an unknown stream', () => {
  expect(() => createDemux(() => {})(Buffer.from([9, 0, 0, 0, 0, 0, 0, 1]))).toThrow('unknown stream')
})
