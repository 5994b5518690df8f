import * as z from 'zod'
import type { OperationDescriptor, PermissionDescriptor } from './descriptor.ts'

export const SecretArgs = z.strictObject({ name: z.string().max(64) })

export type SecretsGlobal = {
  readonly secrets: {
    /**
     * A placeholder. Outside the sandbox it is replaced by the real value, in requests to the declared host. A declared
     * secret that was withheld throws a catchable Error named `CapabilityRevoked`.
     */
    get(name: string): string
  }
}

export const secretsPermissions = {
  secrets: {
    tiers: ['local', 'verified', 'untrusted'],
    trust: 'network',
    icon: 'key',
    verb: 'Use the secret {item}',
    detail: 'The skill sees a placeholder. The gateway puts the value in, outside of the sandbox.',
    effect: 'Requests that need {item} are refused.',
  },
} as const satisfies Record<string, PermissionDescriptor>

export const secretsOperations = {
  'secrets.get': {
    args: SecretArgs,
    answer: z.null(),
    permission: 'secrets',
    isAwaited: false,
    does: 'the placeholder of a secret',
    icon: 'key',
    title: (args) => SecretArgs.safeParse(args).data?.name ?? '',
    note: () => 'A placeholder: the value stays outside.',
  },
} as const satisfies Record<string, OperationDescriptor>

const SettingArgs = z.strictObject({ name: z.string().max(64) })

export type SettingsGlobal = {
  readonly settings: {
    /** The value of a setting; for a secret its placeholder. Rejects for an unknown name. */
    get(name: string): Promise<string>
    /** The names of all settings, sorted. */
    keys(): Promise<string[]>
  }
}

export const settingsOperations = {
  'settings.get': {
    args: SettingArgs,
    answer: z.string(),
    wrong: 'expects the name of a setting',
    params: [{ name: 'name', as: 'text', shown: 'key' }],
    scripts: ['javascript', 'python'],
    does: 'the value of a setting; for a secret a placeholder, which becomes the value in headers of requests to its hosts, and in the places that GET /profiles/{id} lists for it',
    icon: 'key',
    title: (args) => SettingArgs.safeParse(args).data?.name ?? '',
  },
  'settings.keys': {
    args: z.strictObject({}),
    answer: z.array(z.string()),
    wrong: 'takes no arguments',
    params: [],
    scripts: ['javascript', 'python'],
    does: 'the names of all settings',
    icon: 'key',
    title: 'The names of the keys',
  },
} as const satisfies Record<string, OperationDescriptor>
