import type { PermissionKind } from '../contract/operations/host-operations.ts'

/** A permission as one text: `network.egress api.example.com`. */
export function askedOf({ permission, item }: { readonly permission: PermissionKind; readonly item: string }): string {
  return item === '' ? permission : `${permission} ${item}`
}
