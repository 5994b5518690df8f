import { beforeAll, describe, expect, test } from 'vitest'
import { pageBytes } from '../wasm/guest-vm.ts'
import { createInstances, type Instances as InstancesOf, type Tenant as TenantOf } from '../wasm/instances.ts'
import { createImages } from './images.ts'
import { testEngine } from './testing/in-thread.ts'
import { Vm, type VmImage } from './vm.ts'

type Tenant = TenantOf<VmImage, Vm>
type Instances = InstancesOf<VmImage, Vm>

let module: WebAssembly.Module
let images: readonly VmImage[]
beforeAll(async () => {
  module = await testEngine()
  const made = createImages(module, { interrupt: () => {} })
  images = ['1', '[2]'].map((value) => {
    const loaded = made.make(value, `globalThis.__skill = () => ${value}`)
    if ('failure' in loaded) throw new Error(loaded.failure.detail)
    return loaded.image
  })
})

const ports = { interrupt: () => {}, nowMs: () => 0, hostCall: () => undefined }
const made = (count: number): Instances =>
  createInstances<VmImage, Vm>(() => new Vm(module, ports), { count, keptInstanceBytes: 32 * 1024 * 1024 })
const tenantOf = (at: number): Tenant => {
  const image = images[at]
  if (!image) throw new RangeError('No such image')
  return { image, saved: undefined }
}
/** Writes to all of a VM's memory: its stack, its heap, and the part by which it grew. */
const soil = (vm: Vm) => {
  vm.resize(vm.used + 16 * pageBytes)
  vm.bytes().fill(7, 0, vm.used)
  vm.engine.__lowest_stack.value = 0
}
const isLike = (vm: Vm, { image }: Tenant) => {
  const { start, memory, stackPointer } = image
  const end = start + memory.length
  return (
    vm.bytes().subarray(start, end).equals(memory) &&
    [...vm.bytes().subarray(0, start), ...vm.bytes().subarray(end)].every((byte) => byte === 0) &&
    vm.used === end &&
    vm.engine.__stack_pointer.value === stackPointer
  )
}
/** One VM, already erased for a skill of this image. */
const erasedFor = (tenant: Tenant): Instances => {
  const instances = made(1)
  instances.enter(tenant)
  instances.leave(tenant)
  instances.restoreLeft()
  return instances
}
/** A VM after a tenant has used and left it. */
const leftBy = (tenant: Tenant): { instances: Instances; vm: Vm } => {
  const instances = erasedFor(tenant)
  const vm = instances.enter(tenant)
  soil(vm)
  instances.leave(tenant)
  return { instances, vm }
}

describe('a VM that a tenant has left', () => {
  test('is erased before the next tenant needs it', () => {
    const tenant = tenantOf(0)
    const { instances, vm } = leftBy(tenant)
    expect(isLike(vm, tenant)).toBe(false)
    instances.restoreLeft()
    expect(isLike(vm, tenant)).toBe(true)
  })

  test.each([
    ['of the same skill, if the VM was erased in advance', 0, true],
    ['of another skill, if the VM was erased in advance', 1, true],
    ['of the same skill, if the VM was not erased in advance', 0, false],
    ['of another skill, if the VM was not erased in advance', 1, false],
  ])('is pristine for the next tenant: %s', (_, at, isErased) => {
    const { instances, vm } = leftBy(tenantOf(0))
    if (isErased) instances.restoreLeft()
    const next = tenantOf(at)
    expect(instances.enter(next)).toBe(vm)
    expect(isLike(vm, next)).toBe(true)
  })

  test('gives a suspended tenant its state back, and is pristine for later tenants', () => {
    const [first, second] = [tenantOf(0), tenantOf(0)]
    const instances = erasedFor(first)
    const vm = instances.enter(first)
    vm.bytes()[vm.used - 1] = 9
    instances.enter(second)
    instances.restoreLeft()
    expect(isLike(vm, second)).toBe(true)
    instances.leave(second)
    instances.restoreLeft()
    expect(instances.enter(first).bytes()[vm.used - 1]).toBe(9)
    instances.leave(first)
    instances.restoreLeft()
    const third = tenantOf(0)
    instances.enter(third)
    expect(isLike(vm, third)).toBe(true)
  })

  test('is not erased once it has another tenant', () => {
    const { instances, vm } = leftBy(tenantOf(0))
    instances.enter(tenantOf(0))
    vm.bytes()[vm.used - 1] = 9
    instances.restoreLeft()
    expect(vm.bytes()[vm.used - 1]).toBe(9)
  })
})
