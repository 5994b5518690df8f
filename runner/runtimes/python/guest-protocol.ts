import * as z from 'zod'

/** An interpreter that has run the boot program: an execution continues from here. It is a `MemoryImage`. */
export const PythonImage = z.object({
  memory: z.instanceof(Uint8Array<ArrayBufferLike>),
  start: z.literal(0),
  stackPointer: z.int(),
  /** Address of the function that runs a script. */
  entry: z.int(),
  /** The index of its machine code in the table of functions. */
  code: z.int(),
  /** The numbers under which the device is open. */
  devices: z.array(z.int()),
})
export type PythonImage = z.infer<typeof PythonImage>

/**
 * What the guest writes to its device: the first byte of each request says its kind. `guest/travel_host.py` repeats
 * these letters.
 */
export const guestRequest = {
  /** The input of the execution: replied with the length of its call's JSON in 32 bits, that JSON, and its script. */
  input: 'i',
  /** `op\njson`: a host call with a later answer. Calls are numbered from 1. */
  call: 'c',
  /** Waits for the next answer: replied with its call, whether it was fulfilled, its JSON and its body. */
  wait: 'w',
  /** The name of a secret: replied with its placeholder as JSON. */
  secret: 's',
  /** JSON of the answer of the skill. */
  returned: 'r',
  /** JSON of `[code, detail, field?]`: the skill raised a SkillError. */
  raised: 'x',
  /** The text of any other error. */
  threw: 't',
} as const

/** A reply: its length in 32 bits, then its bytes. */
export function framed(...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([length, body])
}

/** The reply to `input`. */
export function inputFrame(call: string, script: string): Buffer {
  const json = Buffer.from(call)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  return framed(length, json, Buffer.from(script))
}

/** The reply to `wait`: the call, whether it was fulfilled, the length of its JSON, the JSON, the body. */
export function answerFrame(call: number, fulfilled: boolean, json: string, body: Uint8Array | undefined): Buffer {
  const text = Buffer.from(json)
  const head = Buffer.alloc(9)
  head.writeUInt32LE(call, 0)
  head[4] = fulfilled ? 1 : 0
  head.writeUInt32LE(text.length, 5)
  return framed(head, text, body ?? new Uint8Array())
}
