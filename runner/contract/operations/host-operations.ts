import type * as z from 'zod'
import { type CallGlobal, callOperations } from './call.ts'
import { consoleOperations } from './console.ts'
import { type CryptoGlobal, cryptoOperations, cryptoPermissions } from './crypto.ts'
import type { OperationDescriptor, Parameter, PermissionDescriptor } from './descriptor.ts'
import { type ExecGlobal, execOperations, execPermissions } from './exec.ts'
import { fetchOperations, fetchPermissions } from './fetch.ts'
import { type FilesGlobal, filesOperations, filesPermissions } from './files.ts'
import { type GatewayGlobal, gatewayOperations, gatewayPermissions } from './gateway.ts'
import { type KvGlobal, kvOperations, kvPermissions } from './kv.ts'
import { type LlmGlobal, llmOperations, llmPermissions } from './llm.ts'
import { type MemoryGlobal, memoryOperations, memoryPermissions } from './memory.ts'
import { type MessagesGlobal, messagesOperations, messagesPermissions } from './messages.ts'
import {
  type SecretsGlobal,
  type SettingsGlobal,
  secretsOperations,
  secretsPermissions,
  settingsOperations,
} from './secrets.ts'
import { stepsOperations } from './steps.ts'
import { type TimeGlobal, timeOperations } from './time.ts'

/**
 * All host operations and their permissions, as data: the one list from which policy, guest, SDKs, gates and console
 * derive theirs. The behaviour of each is in `runner/operations`.
 */
const listed = {
  ...fetchOperations,
  ...secretsOperations,
  ...timeOperations,
  ...settingsOperations,
  ...llmOperations,
  ...memoryOperations,
  ...callOperations,
  ...messagesOperations,
  ...gatewayOperations,
  ...filesOperations,
  ...execOperations,
  ...kvOperations,
  ...cryptoOperations,
  ...consoleOperations,
  ...stepsOperations,
}

export const permissions = {
  ...fetchPermissions,
  ...secretsPermissions,
  ...cryptoPermissions,
  ...filesPermissions,
  ...execPermissions,
  ...llmPermissions,
  ...memoryPermissions,
  ...messagesPermissions,
  ...gatewayPermissions,
  ...kvPermissions,
}

type Globals = SecretsGlobal &
  TimeGlobal &
  SettingsGlobal &
  LlmGlobal &
  MemoryGlobal &
  CallGlobal &
  MessagesGlobal &
  GatewayGlobal &
  FilesGlobal &
  ExecGlobal &
  KvGlobal &
  CryptoGlobal
/** The operations that code of skills may call. */
type GuestOp = Exclude<HostOp, keyof typeof stepsOperations>
type Untyped = {
  [Op in GuestOp]: Op extends `${infer Global extends keyof Globals}.${infer Name}`
    ? Name extends keyof Globals[Global]
      ? never
      : Op
    : Op
}[GuestOp]
/** Does not compile if an operation has no function in `Globals`. The SDK has the types of `fetch` and `console`. */
type Complete<_Untyped extends 'fetch' | 'console.log'> = Globals
/** The globals of a skill's code with the functions of host operations. */
export type HostGlobals = Complete<Untyped>

/** The kinds of permissions, by their paths in a manifest. */
export type PermissionKind = keyof typeof permissions
/** The permissions that are on or off. */
type FlagKind = {
  [Kind in PermissionKind]: (typeof permissions)[Kind] extends { isFlag: true } ? Kind : never
}[PermissionKind]
export type HostOp = keyof typeof listed
/** The arguments of each operation. */
export type Args = { readonly [Op in HostOp]: z.output<(typeof listed)[Op]['args']> }

export const operations: {
  readonly [Op in HostOp]: OperationDescriptor<Args[Op]> & {
    readonly permission?: PermissionKind
    readonly icon: (typeof listed)[HostOp]['icon']
  }
} = listed

/** `Object.keys` with the type of the keys, which the objects above have exactly. */
const keysOf = <Key extends string>(object: { readonly [K in Key]: unknown }): readonly Key[] =>
  Object.keys(object).filter((key): key is Key => Object.hasOwn(object, key))

export const hostOps = keysOf(operations)
/** The operations that code of skills may call. */
export const guestOps = hostOps.filter((op) => operations[op].isOfPlatform !== true)
export const permissionKinds = keysOf(permissions)
export const permissionOf = (kind: PermissionKind): PermissionDescriptor => permissions[kind]

export const isFlag = (kind: PermissionKind): kind is FlagKind => permissionOf(kind).isFlag === true
export const flagKinds = permissionKinds.filter(isFlag)

/** An object with a value for each permission that is on or off. */
export function eachFlag<Value>(make: (kind: FlagKind) => Value): { [Kind in FlagKind]: Value } {
  const values: { [Kind in FlagKind]?: Value } = {}
  for (const kind of flagKinds) values[kind] = make(kind)
  if (!hasAllFlags(values)) throw new TypeError('a permission has no value')
  return values
}

const hasAllFlags = <Value>(values: { [Kind in FlagKind]?: Value }): values is { [Kind in FlagKind]: Value } =>
  flagKinds.every((kind) => kind in values)

/** The SDK's functions by their global: `settings` has `get` and `keys`. A global without functions is one itself. */
export function globalsOf(ops: readonly HostOp[]): ReadonlyMap<string, readonly HostOp[]> {
  return Map.groupBy(ops, (op) => op.split('.')[0] ?? op)
}

/** `llm.complete(prompt, model = 'default')`: a call, as documentation shows it. Without `equals` it has no defaults. */
export function signatureOf(op: HostOp, equals?: string): string {
  const { params = [] } = operations[op]
  const shown = ({ name, shown: text = name, default: usual }: Parameter) =>
    usual === undefined || equals === undefined ? text : `${text}${equals}'${usual}'`
  const options = params.filter(({ isOption }) => isOption).map(shown)
  const plain = params.filter(({ isOption }) => !isOption).map(shown)
  return `${op}(${[...plain, ...(options.length > 0 ? [`{ ${options.join(', ')} }`] : [])].join(', ')})`
}
