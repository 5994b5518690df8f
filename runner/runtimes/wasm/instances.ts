import type { GuestVm, MemoryImage } from './guest-vm.ts'
import { packPages, restorePages, type SavedPages, savePages, sizeOf } from './saved-pages.ts'

/** An execution that needs a VM from time to time, and keeps its state in between. */
export type Tenant<Image extends MemoryImage, Vm> = {
  readonly image: Image
  /** Its state, saved when another tenant needed its VM. `undefined`: it has a VM, or never had one. */
  saved: SavedPages | undefined
  /** The only VM in which it can continue, because a call into the guest is suspended there. Absent: any VM. */
  boundTo?: Vm
}

export type Instances<Image extends MemoryImage, Vm> = {
  /** Bytes that tenants keep: their saved pages, their images, and instances that grew too large and stay for them. */
  readonly keptBytes: number
  /** The tenant's share of `keptBytes`. */
  shareOf(tenant: Tenant<Image, Vm>): number
  /** A VM in the tenant's state. It stays with the tenant until another one needs it. */
  enter(tenant: Tenant<Image, Vm>): Vm
  /** The tenant no longer needs its state. */
  leave(tenant: Tenant<Image, Vm>): void
  /** Erases the data of tenants that left, and prepares their VMs for the next tenant of the same image. */
  restoreLeft(): void
}

type InstancesOptions = {
  /** Number of VMs. */
  readonly count: number
  /** The memory of an instance never shrinks, so an instance that has grown beyond this is discarded. */
  readonly keptInstanceBytes: number
}

/** Saved pages stay uncompressed up to this total; beyond it, large ones are compressed. */
const roomBytes = 16 * 1024 * 1024
const packedAboveBytes = 128 * 1024

type Slot<Image extends MemoryImage, Vm> = {
  readonly vm: Vm
  tenant: Tenant<Image, Vm> | undefined
  /** The image of the last tenant, until the VM is erased. */
  left: Image | undefined
  /** The image to which the VM was restored, if the VM has not changed since. `undefined`: there is none. */
  pristine: Image | undefined
}

/**
 * A few VMs for any number of tenants. A waiting tenant keeps its VM until a busy tenant needs the VM; then the waiting
 * tenant's changed pages are saved, and it later continues in any free VM, or in the one that it is bound to.
 */
export function createInstances<Image extends MemoryImage, Vm extends GuestVm<Image>>(
  makeVm: () => Vm,
  { count, keptInstanceBytes }: InstancesOptions,
): Instances<Image, Vm> {
  // In order of use, the least recently used first.
  const slots: Slot<Image, Vm>[] = []
  /** Slots with an instance that has grown too large: they only serve the tenants that are bound to it. */
  const retired: Slot<Image, Vm>[] = []
  const tenantsOf = new Map<Image, Set<Tenant<Image, Vm>>>()
  let savedBytes = 0
  let imageBytes = 0

  const keep = (tenant: Tenant<Image, Vm>, saved: SavedPages | undefined) => {
    savedBytes += (saved ? sizeOf(saved) : 0) - (tenant.saved ? sizeOf(tenant.saved) : 0)
    tenant.saved = saved
  }

  const register = (tenant: Tenant<Image, Vm>) => {
    const { image } = tenant
    const tenants = tenantsOf.get(image)
    if (!tenants) imageBytes += image.memory.length
    tenantsOf.set(image, (tenants ?? new Set()).add(tenant))
  }

  const unregister = (tenant: Tenant<Image, Vm>) => {
    const tenants = tenantsOf.get(tenant.image)
    if (!tenants?.delete(tenant) || tenants.size > 0) return
    tenantsOf.delete(tenant.image)
    imageBytes -= tenant.image.memory.length
  }

  const empty = (slot: Slot<Image, Vm>) => {
    const { vm, tenant } = slot
    if (!tenant) return
    const saved = savePages(vm, tenant.image)
    const size = sizeOf(saved)
    keep(tenant, size > packedAboveBytes && savedBytes + size > roomBytes ? packPages(saved) : saved)
    slot.tenant = undefined
  }

  const take = (image: Image): Slot<Image, Vm> => {
    const free = slots.filter((slot) => slot.tenant === undefined)
    const found = free.find((slot) => slot.pristine === image) ?? free[0]
    if (found) return found
    if (slots.length < count) {
      const slot = { vm: makeVm(), tenant: undefined, left: undefined, pristine: undefined }
      slots.push(slot)
      return slot
    }
    const [oldest] = slots
    if (!oldest) throw new RangeError('The number of instances must be at least 1')
    empty(oldest)
    return oldest
  }

  const boundSlotOf = ({ boundTo }: Tenant<Image, Vm>): Slot<Image, Vm> | undefined => {
    const slot = boundTo && [...slots, ...retired].find(({ vm }) => vm === boundTo)
    if (slot) empty(slot)
    return slot
  }

  const touch = (slot: Slot<Image, Vm>) => {
    const at = slots.indexOf(slot)
    if (at >= 0) slots.push(...slots.splice(at, 1))
  }

  const boundTo = (vm: Vm) =>
    [...tenantsOf.values()].flatMap((tenants) => [...tenants].filter((each) => each.boundTo === vm))

  const retire = () => {
    for (const [at, slot] of [...slots.entries()].toReversed()) {
      if (slot.vm.bytes().length > keptInstanceBytes && !slot.tenant) retired.push(...slots.splice(at, 1))
    }
    for (const [at, slot] of [...retired.entries()].toReversed())
      if (boundTo(slot.vm).length === 0) retired.splice(at, 1)
  }

  return {
    get keptBytes() {
      return savedBytes + imageBytes + retired.reduce((total, { vm }) => total + vm.bytes().length, 0)
    },
    shareOf: (tenant) => {
      const { image, saved } = tenant
      const slot = retired.find(({ vm }) => vm === tenant.boundTo)
      const instance = slot ? slot.vm.bytes().length / Math.max(1, boundTo(slot.vm).length) : 0
      return (saved ? sizeOf(saved) : 0) + image.memory.length / (tenantsOf.get(image)?.size ?? 1) + instance
    },
    enter: (tenant) => {
      const home = [...slots, ...retired].find((slot) => slot.tenant === tenant)
      const slot = home ?? boundSlotOf(tenant) ?? take(tenant.image)
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
      const slot = [...slots, ...retired].find((each) => each.tenant === tenant)
      if (slot) {
        slot.tenant = undefined
        slot.left = tenant.image
      }
      retire()
    },
    restoreLeft: () => {
      for (const slot of [...slots, ...retired]) {
        if (slot.left === undefined) continue
        slot.vm.restore(slot.left)
        slot.pristine = slot.left
        slot.left = undefined
      }
    },
  }
}
