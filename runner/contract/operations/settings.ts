import * as z from 'zod'
import type { OperationDescriptor } from './descriptor.ts'

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
