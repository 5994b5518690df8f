import { Vm, type VmImage, type VmPorts } from './vm.ts'
import { packPages, restorePages, type SavedPages, savePages } from './vm-pages.ts'

/** An execution that needs a VM from time to time, and keeps its state in between. */
export type Tenant = {
  readonly image: VmImage
  /** Its state, saved when another tenant needed its VM. `undefined`: it has a VM, or never had one. */
  saved: SavedPages | undefined
}

export type Instances = {
  /** Bytes that tenants keep outside VMs: their saved pages, and their images. */
  readonly keptBytes: number
  /** The tenant's share of `keptBytes`. */
  shareOf(tenant: Tenant): number
  /** A VM in the tenant's state. It stays with the tenant until another one needs it. */
  enter(tenant: Tenant): Vm
  /** The tenant no longer needs its state. */
  leave(tenant: Tenant): void
  /** Erases the data of tenants that left, and prepares their VMs for the next tenant of the same image. */
  restoreLeft(): void
}

/** The memory of an instance never shrinks, so an instance that has grown beyond this is discarded. */
const keptInstanceBytes = 32 * 1024 * 1024

/** Saved pages stay uncompressed up to this total; beyond it, large ones are compressed. */
const roomBytes = 16 * 1024 * 1024
const packedAboveBytes = 128 * 1024

type Slot = {
  readonly vm: Vm
  tenant: Tenant | undefined
  /** The image of the last tenant, until the VM is erased. */
  left: VmImage | undefined
  /** The image to which the VM was restored, if the VM has not changed since. `undefined`: there is none. */
  pristine: VmImage | undefined
}

/**
 * A few VMs for any number of tenants. A waiting tenant keeps its VM until a busy tenant needs the VM; then the waiting
 * tenant's changed pages are saved, and it later continues in any free VM.
 */
export function createInstances(module: WebAssembly.Module, ports: VmPorts, count: number): Instances {
  // In order of use, the least recently used first.
  const slots: Slot[] = []
  const tenantsOf = new Map<VmImage, Set<Tenant>>()
  let savedBytes = 0
  let imageBytes = 0

  const keep = (tenant: Tenant, saved: SavedPages | undefined) => {
    savedBytes += (saved?.bytes.length ?? 0) - (tenant.saved?.bytes.length ?? 0)
    tenant.saved = saved
  }

  const register = (tenant: Tenant) => {
    const { image } = tenant
    const tenants = tenantsOf.get(image)
    if (!tenants) imageBytes += image.memory.length
    tenantsOf.set(image, (tenants ?? new Set()).add(tenant))
  }

  const unregister = (tenant: Tenant) => {
    const tenants = tenantsOf.get(tenant.image)
    if (!tenants?.delete(tenant) || tenants.size > 0) return
    tenantsOf.delete(tenant.image)
    imageBytes -= tenant.image.memory.length
  }

  const save = (vm: Vm, tenant: Tenant) => {
    const saved = savePages(vm, tenant.image)
    const { length } = saved.bytes
    keep(tenant, length > packedAboveBytes && savedBytes + length > roomBytes ? packPages(saved) : saved)
  }

  const take = (image: VmImage): Slot => {
    const free = slots.filter((slot) => slot.tenant === undefined)
    const found = free.find((slot) => slot.pristine === image) ?? free[0]
    if (found) return found
    if (slots.length < count) {
      const slot = { vm: new Vm(module, ports), tenant: undefined, left: undefined, pristine: undefined }
      slots.push(slot)
      return slot
    }
    const [oldest] = slots
    if (!oldest?.tenant) throw new RangeError('The number of instances must be at least 1')
    save(oldest.vm, oldest.tenant)
    oldest.tenant = undefined
    return oldest
  }

  const touch = (slot: Slot) => {
    slots.splice(slots.indexOf(slot), 1)
    slots.push(slot)
  }

  return {
    get keptBytes() {
      return savedBytes + imageBytes
    },
    shareOf: ({ image, saved }) => (saved?.bytes.length ?? 0) + image.memory.length / (tenantsOf.get(image)?.size ?? 1),
    enter: (tenant) => {
      const home = slots.find((slot) => slot.tenant === tenant)
      const slot = home ?? take(tenant.image)
      touch(slot)
      if (home) return slot.vm
      if (tenant.saved) restorePages(slot.vm, tenant.image, tenant.saved)
      else if (slot.pristine !== tenant.image) slot.vm.restore(tenant.image)
      slot.tenant = tenant
      slot.left = undefined
      slot.pristine = undefined
      register(tenant)
      keep(tenant, undefined)
      return slot.vm
    },
    leave: (tenant) => {
      keep(tenant, undefined)
      unregister(tenant)
      const at = slots.findIndex((slot) => slot.tenant === tenant)
      const slot = slots[at]
      if (!slot) return
      slot.tenant = undefined
      slot.left = tenant.image
      if (slot.vm.bytes().length > keptInstanceBytes) slots.splice(at, 1)
    },
    restoreLeft: () => {
      for (const slot of slots) {
        if (slot.left === undefined) continue
        slot.vm.restore(slot.left)
        slot.pristine = slot.left
        slot.left = undefined
      }
    },
  }
}
