import { Vm, type VmImage } from './vm.ts'
import type { VmPorts } from './vm-imports.ts'
import { restorePages, type SavedPages, savePages } from './vm-pages.ts'

/** Something that needs a VM now and then, and keeps its state between. */
export type Tenant = {
  readonly image: VmImage
  /** What it left behind when its VM went to another. `undefined`: it has a VM, or never had one. */
  saved: SavedPages | undefined
}

export type Instances = {
  /** A VM in the tenant's state. It stays the tenant's until another needs it. */
  enter(tenant: Tenant): Vm
  /** The tenant needs its state no more. */
  leave(tenant: Tenant): void
}

/** Memory of an instance never shrinks: one that has grown beyond this is given up. */
const keptBytes = 32 * 1024 * 1024

type Slot = { readonly vm: Vm; tenant: Tenant | undefined }

/**
 * A few VMs for any number of tenants. One that waits keeps its VM until a busy one needs it; then its changed pages
 * are saved, and it goes on in whichever VM is to be had.
 */
export function createInstances(module: WebAssembly.Module, ports: VmPorts, count: number): Instances {
  // Least recently used first.
  const slots: Slot[] = []

  const take = (): Slot => {
    const free = slots.find((slot) => slot.tenant === undefined)
    if (free) return free
    if (slots.length < count) {
      const slot = { vm: new Vm(module, ports), tenant: undefined }
      slots.push(slot)
      return slot
    }
    const [oldest] = slots
    if (!oldest?.tenant) throw new RangeError('There has to be at least one instance')
    oldest.tenant.saved = savePages(oldest.vm, oldest.tenant.image)
    oldest.tenant = undefined
    return oldest
  }

  const touch = (slot: Slot) => {
    slots.splice(slots.indexOf(slot), 1)
    slots.push(slot)
  }

  return {
    enter: (tenant) => {
      const home = slots.find((slot) => slot.tenant === tenant)
      const slot = home ?? take()
      touch(slot)
      if (home) return slot.vm
      if (tenant.saved) restorePages(slot.vm, tenant.image, tenant.saved)
      else slot.vm.restore(tenant.image)
      slot.tenant = tenant
      tenant.saved = undefined
      return slot.vm
    },
    leave: (tenant) => {
      tenant.saved = undefined
      const at = slots.findIndex((slot) => slot.tenant === tenant)
      const slot = slots[at]
      if (!slot) return
      slot.tenant = undefined
      if (slot.vm.bytes().length > keptBytes) slots.splice(at, 1)
    },
  }
}
