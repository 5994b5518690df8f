import { StringDecoder } from 'node:string_decoder'
import * as z from 'zod'
import { jsonOrNot } from '../../core/json-or-not.ts'
import type { GivenAnswer } from '../pool/messages.ts'
import { requestOps } from '../quickjs/guest/generated/request-ops.ts'
import type { Execution } from '../wasm/execution.ts'
import { crashed, GuestException } from '../wasm/guest-failure.ts'
import {
  argumentsIn,
  end,
  maxArgumentBytes,
  recordLine,
  recordRequest,
  returnedText,
  takeSecret,
} from '../wasm/host-requests.ts'
import type { Tenant } from '../wasm/instances.ts'
import { answerFrame, framed, guestRequest, inputFrame, type PythonImage } from './guest-protocol.ts'
import type { PythonVm } from './python-vm.ts'
import { maxRequestBytes, type World } from './wasi/world.ts'

type Stream = 'stdout' | 'stderr'

/** Lines of one stream travel together as one log entry, because each entry is a message to the main thread. */
const batchCharacters = 2000
/** A longer line is cut into entries. */
const maxLineCharacters = 16 * 1024

/** Collects what a guest prints, and gives it to `record` in order, as complete lines. */
function createPrinted(record: (stream: Stream, text: string) => void) {
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

/** One execution, and what is outside its memory. */
export type PythonExecution = Execution &
  Tenant<PythonImage, PythonVm> & {
    readonly door: Door
    readonly world: World
    /** The guest's present or last turn. */
    turn: PromiseWithResolvers<void>
  }

/** The host's end of a guest's device. */
type Door = ReturnType<typeof openDoor>

type Waiting = PromiseWithResolvers<Uint8Array>

const maxTextBytes = 64 * 1024
const newline = 0x0a
const none = new Uint8Array()
const Raised = z.tuple([z.string(), z.string()]).rest(z.string().nullable())

function raisedIn(text: string): z.infer<typeof Raised> {
  const raised = Raised.safeParse(jsonOrNot(text))
  if (!raised.success) throw new GuestException('The guest raised an error without a code')
  return raised.data
}

/** The guest was abandoned while it waited. */
class Abandoned extends Error {}

/**
 * Opens the device of an execution. `call`: JSON. `suspended` is called when the guest begins to wait for an answer.
 */
export function openDoor(
  execution: Execution,
  vm: () => PythonVm,
  input: { readonly call: string; readonly code: string },
  suspended: () => void,
) {
  let unread: typeof input | undefined = input
  let reply: Uint8Array = none
  let waiting: Waiting | undefined
  let isWaiting = false
  const printed = createPrinted((stream, text) => {
    recordLine(vm(), execution, stream === 'stdout' ? 'info' : 'error', text)
  })

  const call = (request: Buffer) => {
    const at = request.indexOf(newline)
    const name = request.toString('latin1', 0, Math.max(0, at))
    const op = requestOps.find((each) => each === name)
    if (op === undefined) throw new GuestException('The guest requested an unknown operation')
    const args = request.subarray(at + 1)
    const text = args.length > maxArgumentBytes * 2 ? undefined : args.toString()
    recordRequest(vm(), execution, execution.requests.length + 1, op, argumentsIn(text))
  }

  const isTooLong = ({ length }: Buffer) => length > execution.outputBytes || length >= maxRequestBytes - 1

  const request = (bytes: Buffer) => {
    printed.flush()
    const rest = bytes.subarray(1)
    const text = () => rest.toString('utf8', 0, maxTextBytes)
    switch (bytes.toString('latin1', 0, 1)) {
      case guestRequest.input:
        // Only once: it is not kept while the execution waits.
        if (unread === undefined) throw new GuestException('The guest asked for its input again')
        reply = inputFrame(unread.call, unread.code)
        unread = undefined
        return
      case guestRequest.call:
        return call(rest)
      case guestRequest.wait:
        isWaiting = true
        return
      case guestRequest.secret:
        reply = framed(Buffer.from(JSON.stringify(takeSecret(vm(), execution, text()))))
        return
      case guestRequest.returned:
        return end(execution, returnedText(execution, isTooLong(rest) ? undefined : rest.toString()))
      case guestRequest.raised: {
        const [code, detail, field] = raisedIn(text())
        return end(execution, { kind: 'raised', code, detail, ...(field ? { field } : {}) })
      }
      case guestRequest.threw:
        return end(execution, crashed(text(), vm()))
      default:
        throw new GuestException('The guest made an unknown request')
    }
  }

  return {
    device: {
      request,
      reply: () => {
        if (!isWaiting || reply.length > 0) return reply
        isWaiting = false
        waiting = Promise.withResolvers()
        suspended()
        return waiting.promise
      },
      taken: (bytes: number) => {
        reply = reply.subarray(bytes)
      },
      print: printed.print,
    },
    /** Gives the answer of a host call to the guest, which waits for one. */
    answer: (number: number, { fulfilled, json, body }: GivenAnswer) => {
      reply = answerFrame(number, fulfilled, json, body)
      waiting?.resolve(reply)
      waiting = undefined
    },
    /** Unwinds the guest, which waits. */
    abandon: () => {
      waiting?.reject(new Abandoned('The execution is over'))
      waiting = undefined
    },
    /** Records what was printed and is not yet recorded, at the end. */
    finish: printed.end,
  }
}
