import type { Duplex } from 'node:stream'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import * as dns from 'dns-packet'
import type { ContainerGateway } from './gateway.ts'

/** The response to a DNS message, and its classification. */
type DnsVerdict = {
  /** One DNS message. */
  readonly answer: Uint8Array
  /** `undeclared`: a query for a name that the container may not use. `unreadable`: not a valid query. */
  readonly found:
    | { readonly kind: 'answered' }
    | { readonly kind: 'undeclared'; readonly name: string; readonly type: string }
    | { readonly kind: 'unreadable'; readonly why: string }
}

type DnsNames = {
  /** `name` in lower case, without the trailing dot. */
  isDeclared(name: string): boolean
  /** The IPv4 address of every declared name. */
  readonly address: string
}

const headerBytes = 12
/** A question with the longest name and all common options is far shorter. */
const maxBytes = 1232
const ttlSeconds = 60
const rcodes = { noError: 0, formatError: 1, noSuchName: 3, notImplemented: 4, refused: 5 } as const
type Rcode = keyof typeof rcodes

/** Resolvers and libraries routinely look up the local machine. That is harmless. */
const ownMachine = /^(?:[a-z0-9-]+\.)*localhost$|^(?:[0-9]+\.){3}127\.in-addr\.arpa$|^1\.(?:0\.){31}ip6\.arpa$/

/**
 * Answers one message: a declared name has one IPv4 address and no other record, and no other name exists. No query is
 * ever forwarded. Never throws, whatever the bytes.
 */
export function answerDns(query: Uint8Array, names: DnsNames): DnsVerdict {
  const message = Buffer.from(query.buffer, query.byteOffset, query.byteLength)
  const unreadable = (why: string, rcode: Rcode = 'formatError'): DnsVerdict => ({
    answer: refuseDns(query, rcode),
    found: { kind: 'unreadable', why },
  })
  if (message.length < headerBytes) return unreadable('it is shorter than a header')
  if (message.length > maxBytes) return unreadable(`it is longer than ${maxBytes} bytes`)
  const flags = message.readUInt16BE(2)
  if ((flags & 0x8000) !== 0) return unreadable('it is a response')
  if ((flags & 0x7800) !== 0) return unreadable('it is not a query', 'notImplemented')
  const [questions, answers, authorities, additionals] = [4, 6, 8, 10].map((at) => message.readUInt16BE(at))
  if (questions !== 1 || answers !== 0 || authorities !== 0 || (additionals ?? 0) > 2) {
    return unreadable('it does not contain exactly one question')
  }
  const question = questionOf(message)
  if (question === undefined) return unreadable('its question cannot be read')

  const name = question.name.toLowerCase()
  const isOwn = ownMachine.test(name)
  const isDeclared = !isOwn && question.isPlain && names.isDeclared(name)
  const isAnswered = isDeclared && question.class === 'IN'
  const found = isOwn || isDeclared ? ({ kind: 'answered' } as const) : undeclared(question)
  if (!question.isPlain) return { answer: refuseDns(query, 'formatError'), found }
  const rcode = isAnswered ? 'noError' : isDeclared ? 'refused' : 'noSuchName'
  const answer = dns.encode({
    type: 'response',
    id: message.readUInt16BE(0),
    flags: dns.RECURSION_AVAILABLE | (flags & dns.RECURSION_DESIRED) | rcodes[rcode],
    questions: [{ name: question.name, type: question.type, class: question.class }],
    answers:
      isAnswered && question.type === 'A'
        ? [{ name: question.name, type: 'A', class: 'IN', ttl: ttlSeconds, data: names.address }]
        : [],
  })
  return { answer, found }
}

/** A response with only an error code. */
export function refuseDns(query: Uint8Array, rcode: Rcode): Uint8Array {
  const [idHigh = 0, idLow = 0, flags = 0] = query
  const isRecursive = (flags & 1) !== 0
  return dns.encode({
    type: 'response',
    id: idHigh * 256 + idLow,
    flags: dns.RECURSION_AVAILABLE | (isRecursive ? dns.RECURSION_DESIRED : 0) | rcodes[rcode],
  })
}

/**
 * `isPlain`: encoding it again gives the same bytes. Compressed names, and dots or special bytes inside labels, are not
 * plain.
 */
type ReadQuestion = dns.Question & { readonly class: dns.RecordClass; readonly isPlain: boolean }

function questionOf(message: Buffer): ReadQuestion | undefined {
  try {
    const [question] = dns.decode(message).questions ?? []
    if (question === undefined) return undefined
    const { name, type, class: recordClass = 'IN' } = question
    const again = dns.encode({ type: 'query', questions: [{ name, type, class: recordClass }] }).subarray(headerBytes)
    const isPlain = message.subarray(headerBytes, headerBytes + again.length).equals(again)
    return { name, type, class: recordClass, isPlain }
  } catch {
    return undefined
  }
}

function undeclared({ name, type }: ReadQuestion) {
  return { kind: 'undeclared', name, type } as const
}

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
