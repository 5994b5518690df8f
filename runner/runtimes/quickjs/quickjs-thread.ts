import type { WorkerPorts } from '../pool/run-worker.ts'
import { createGuestThread, createInterrupt } from '../wasm/guest-thread.ts'
import { createQuickJsGuests, type QuickJsGuestsOptions } from './quickjs-guests.ts'

type Options = Omit<WorkerPorts, 'own'> & Omit<QuickJsGuestsOptions, 'interrupt'>

/** A thread that runs JavaScript in QuickJS. */
export function createQuickJsThread({ module, instances, ...ports }: Options) {
  const guests = createQuickJsGuests({ module, instances, interrupt: createInterrupt(ports.control) })
  return createGuestThread(guests, ports)
}
