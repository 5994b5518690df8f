import { constants, createContext, Script } from 'node:vm'
import sdk from '#runner/runtimes/quickjs/guest/generated/sdk.cjs'
import lockdown from '#runner/runtimes/quickjs/guest/lockdown.cjs'
import web from '#runner/runtimes/quickjs/guest/web.cjs'
import { guestCall, guestFunction, hostFunctionName } from '#runner/runtimes/quickjs/guest-protocol.ts'
import realmSource from './realm.cjs'

/** A call to the guest's script, by the numbers of `guestCall`. */
type GuestCall = (kind: number, ...args: unknown[]) => string | boolean | ArrayBuffer | undefined

/** A separate global object for the skill, with the embedded runtime's guest scripts in it. */
export function createRealm(clock: () => number, onCall: GuestCall) {
  const context = createContext(constants.DONT_CONTEXTIFY, {
    name: 'skill',
    codeGeneration: { strings: false, wasm: false },
  })
  const entries: Array<(...args: unknown[]) => unknown> = []
  let isReady = false
  const host = (kind: number, ...args: unknown[]) => {
    if (kind === guestCall.entries)
      for (const entry of args) if (typeof entry === 'function') entries.push(Object(entry))
    if (kind === guestCall.ready) isReady = true
    return kind === guestCall.entries || kind === guestCall.ready ? undefined : onCall(kind, ...args)
  }
  const run = (source: string, filename: string): unknown => new Script(source, { filename }).runInContext(context)
  const enter = (entry: number, ...args: unknown[]) => entries[entry]?.(...args)
  Object.assign(context, { [hostFunctionName]: host, __clock: clock })
  const bufferOf = run('(length) => new ArrayBuffer(length)', 'buffer')

  for (const [filename, source] of Object.entries({ lockdown, realm: realmSource, web, sdk })) {
    run(source, filename)
  }
  return {
    /**
     * Runs the skill's bundle. Returns false when its default export is not a function. Throws the errors of its top
     * level.
     */
    load: (code: string, file: string): boolean => {
      run(code, file)
      enter(guestFunction.seal)
      return isReady
    },
    start: (json: string) => enter(guestFunction.start, json),
    settle(id: number, fulfilled: boolean, json: string): void {
      enter(guestFunction.settle, id, fulfilled, json)
    },
    /** A buffer of this realm, so that the skill sees an ArrayBuffer. */
    newBuffer: (bytes: Uint8Array): ArrayBuffer => {
      const buffer = typeof bufferOf === 'function' ? bufferOf(bytes.length) : undefined
      new Uint8Array(buffer).set(bytes)
      return buffer
    },
  }
}
